import { writeFileSync } from 'node:fs';
import { MESSAGES_FILE, messagesText } from './reference/messages-text.ts';

/** Writes docs/messages.md from the locale files. */
writeFileSync(MESSAGES_FILE, messagesText());
process.stdout.write(`${MESSAGES_FILE}\n`);

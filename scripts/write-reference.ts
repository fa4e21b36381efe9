import { writeFileSync } from 'node:fs';
import { REFERENCE_FILE, referenceText } from './reference/reference-text.ts';

/** Writes docs/plugins/reference.md from the docstrings of the SDK. */
writeFileSync(REFERENCE_FILE, referenceText());
process.stdout.write(`${REFERENCE_FILE}\n`);

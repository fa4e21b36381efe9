import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { MONGODB_FILE } from './mongodb/check-sent.ts';
import { documentOf, wordsOf } from './mongodb/document.ts';
import { readSent } from './mongodb/read-sent.ts';

/** Writes docs/mongodb.md from what the last test run has sent, beside what it names already; with `--fresh` from that run alone. */
const isFresh = process.argv.includes('--fresh');
const named = isFresh || !existsSync(MONGODB_FILE) ? [] : wordsOf(readFileSync(MONGODB_FILE, 'utf8'));
writeFileSync(MONGODB_FILE, documentOf([...new Set([...named, ...readSent()])].sort()));
process.stdout.write(`${MONGODB_FILE}\n`);

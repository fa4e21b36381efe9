import { parseAddress } from '../../sdk/address.ts';
import { twoNumbers } from '../journal/format.ts';
import type { JournalWriter } from '../journal/journal-writer.ts';

/** Whose visits are written where nobody is named, and when: 9 o'clock in Asia/Shanghai. */
export const OWNER = 'a1'.repeat(12);
export const MORNING = Date.UTC(2026, 4, 3, 1);

/** A visit that a test writes; what it leaves out is the same for all. */
export interface WrittenVisit {
  link?: number;
  ip?: string;
  time?: number;
  flags?: number;
  target?: number;
  agent?: string;
  owner?: string;
  language?: string;
  campaign?: string;
}

/** Id of a test's link. */
export const linkId = (link: number): string => link.toString(16).padStart(24, '0');

/** Writes visits into a journal as the visit path does. */
export function writeVisits(journal: JournalWriter, visits: readonly WrittenVisit[]): void {
  for (const {
    link = 1,
    ip = '1.2.3.4',
    time = MORNING,
    flags = 0,
    target = 7,
    agent = 'agent',
    owner = OWNER,
    language = '',
    campaign = '',
  } of visits) {
    const entry = journal.texts.entry(agent);
    const word = journal.nextRecord();
    journal.words.fill(0, word, word + 16);
    journal.bytes.set(Buffer.from(linkId(link) + owner, 'hex'), word * 4);
    journal.times[(word + 6) / 2] = time;
    journal.words[word + 8] = target;
    journal.words[word + 9] = flags;
    const numberOf = (text: string): number => (text === '' ? 0 : journal.texts.entry(text).number);
    journal.words[word + 10] = twoNumbers(entry.number, numberOf(language));
    journal.words[word + 11] = twoNumbers(0, numberOf(campaign));
    journal.bytes.set(parseAddress(ip) as Uint8Array, (word + 12) * 4);
    journal.commit();
    if (journal.isFull) journal.flush();
  }
  journal.flush();
}

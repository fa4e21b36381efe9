import {
  FLAG_COUNTED_TARGETS,
  FLAG_CRAWLER,
  FLAG_OPEN_LOG,
  twoNumbers,
} from '../../../runtime/visit/journal/format.ts';
import { JournalWriter } from '../../../runtime/visit/journal/journal-writer.ts';
import { codeId, ipOf, visitAt, type World } from './seeded-visits.ts';
import { CAMPAIGNS, DEVICES, LANGUAGES } from './values.ts';

/** Visits between two breaths: what else this process has to do is not kept waiting. */
const AT_ONCE = 50_000;

/** Writes the journal of a process that answered all visits of a world and has ended. `owners`: ids by their numbers. */
export async function writeJournal(
  directory: string,
  world: World,
  owners: readonly string[],
): Promise<void> {
  const journal = new JournalWriter({
    directory,
    journalId: 'seeded',
    classify: () => ({ isCrawler: false, isWeChat: false }),
  });
  const ownerBytes = owners.map((id) => Buffer.from(id, 'hex'));
  const codeBytes = Array.from({ length: world.codes }, (_, code) => Buffer.from(codeId(code), 'hex'));
  const numberOf = (text = ''): number => (text === '' ? 0 : journal.texts.entry(text).number);
  for (let number = 0; number < world.visits; number++) {
    const visit = visitAt(number, world);
    const word = journal.nextRecord();
    const { bytes, words } = journal;
    bytes.set(codeBytes[visit.code] as Buffer, word * 4);
    bytes.set(ownerBytes[visit.owner] as Buffer, word * 4 + 12);
    journal.times[(word + 6) / 2] = visit.time;
    words[word + 8] = visit.target;
    words[word + 9] =
      FLAG_COUNTED_TARGETS | (visit.isCrawler ? FLAG_CRAWLER : 0) | (visit.isKept ? FLAG_OPEN_LOG : 0);
    words[word + 10] = twoNumbers(numberOf(DEVICES[visit.device]), numberOf(LANGUAGES[visit.language]));
    words[word + 11] = twoNumbers(numberOf(visit.page), numberOf(CAMPAIGNS[visit.campaign]));
    writeAddress(bytes, word * 4 + 48, ipOf(visit.address));
    journal.commit();
    if (journal.isFull) journal.flush();
    if (number % AT_ONCE === 0) await Bun.sleep(0);
  }
  journal.flush();
  journal.close();
}

/** IPv4 within IPv6, as all addresses are kept. */
function writeAddress(bytes: Uint8Array, at: number, ip: number): void {
  bytes.fill(0, at, at + 10);
  bytes[at + 10] = 255;
  bytes[at + 11] = 255;
  for (let part = 0; part < 4; part++) bytes[at + 12 + part] = (ip >>> (24 - part * 8)) & 255;
}

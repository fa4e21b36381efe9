import { readSync } from 'node:fs';
import { parseAddress } from '../../runtime/sdk/address.ts';
import { systemFiles } from '../../runtime/visit/journal/journal-files.ts';
import { JournalWriter } from '../../runtime/visit/journal/journal-writer.ts';

/**
 * A process that answers visits on a disk that is late: between making a segment and the first write to it it says
 * `made` and waits for a byte at its standard input. Arguments: DATA_DIR/journal, journal id, visits, bytes of a segment.
 * Says `answered` once all visits are written, and then goes on living until it is killed.
 */
const [directory = '', journalId = '', visits = '', segmentBytes = ''] = process.argv.slice(2);
const byte = Buffer.alloc(1);
const journal = new JournalWriter({
  directory,
  journalId,
  classify: () => ({ isCrawler: false, isWeChat: false }),
  segmentBytes: Number(segmentBytes),
  files: {
    ...systemFiles,
    make(path) {
      const file = systemFiles.make(path);
      process.stdout.write('made\n');
      readSync(0, byte, 0, 1, null);
      return file;
    },
  },
});
for (let visit = 0; visit < Number(visits); visit++) {
  const word = journal.nextRecord();
  journal.words.fill(0, word, word + 16);
  journal.bytes.set(Buffer.from('0a'.repeat(12) + 'a1'.repeat(12), 'hex'), word * 4);
  journal.times[(word + 6) / 2] = Date.UTC(2026, 4, 3, 1);
  journal.bytes.set(parseAddress(`10.0.0.${visit}`) as Uint8Array, (word + 12) * 4);
  journal.commit();
  journal.flush();
}
process.stdout.write('answered\n');
setInterval(() => undefined, 60_000);

import { join } from 'node:path';
import { parseAddress } from '../../runtime/sdk/address.ts';
import { FLAG_SCANNED } from '../../runtime/visit/journal/format.ts';
import { JournalWriter } from '../../runtime/visit/journal/journal-writer.ts';
import { seededRandom } from '../crash/seeded-random.ts';
import type { TimeZone } from '../time-zone.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const RECORD_TIME = 6;

const AGENTS = [
  'Mozilla/5.0 (Linux; Android 14; 23049RAD8C Build/UKQ1; wv) AppleWebKit/537.36 Version/4.0 Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.47',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 Version/17.2 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 13; SM-S9180 Build/TP1A; wv) AppleWebKit/537.36 Chrome/109 Mobile Safari/537.36 QQ/8.9.80',
  'Mozilla/5.0 (iPad; CPU OS 16_5 like Mac OS X) AppleWebKit/605.1.15 Version/16.5 Mobile/15E148 Safari/604.1',
];
const NETWORKS = ['36.96', '58.30', '120.229', '223.104', '41.90', '185.199', '112.10', '113.87', '101.80'];
const REFERRERS = ['', '', '', 'www.baidu.com', 'weibo.com', 'news.example.org'];

export interface PastVisit {
  time: number;
  address: string;
  code: string;
  isDesktop: boolean;
}

/**
 * Visits of earlier days, as a journal that a process left behind: the aggregator takes it over and aggregates it to its end, as
 * after a crash. More come by day than by night, on weekdays, and each week a few more.
 */
export function writePastVisits(options: {
  dataDir: string;
  /** Whose days and nights they keep to. */
  zone: TimeZone;
  /** Milliseconds since 1970: the end of the visits. */
  now: number;
  days: number;
  visits: number;
  codes: readonly { id: string; owner: string }[];
  seed?: number;
}): PastVisit[] {
  const { codes, days, now, visits, zone } = options;
  const today = now - ((now + zone.offset) % DAY_MS);
  const random = seededRandom(options.seed ?? 7);
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() ** 1.6 * some.length)] as T;
  const journal = new JournalWriter({
    directory: join(options.dataDir, 'journal'),
    journalId: crypto.randomUUID(),
    classify: () => ({ isCrawler: false, isWeChat: false }),
  });
  const written: PastVisit[] = [];
  for (let visit = 0; visit < visits; visit++) {
    const day = Math.floor(random() ** 0.7 * days);
    const hour = 9 + Math.floor(((random() + random() + random()) / 3) * 14);
    const midnight = today - (days - 1 - day) * DAY_MS;
    const time = Math.min(now - 1000, midnight + (hour % 24) * HOUR_MS + random() * HOUR_MS);
    const userAgent = pick(AGENTS);
    const agent = journal.texts.entry(userAgent);
    const referrer = journal.texts.entry(pick(REFERRERS));
    const { id, owner } = pick(codes);
    const word = journal.nextRecord();
    journal.words.fill(0, word, word + 16);
    journal.bytes.set(Buffer.from(id + owner, 'hex'), word * 4);
    journal.times[(word + RECORD_TIME) / 2] = time;
    // Of three people two scan the picture.
    journal.words[word + 9] = visit % 3 === 0 ? 0 : FLAG_SCANNED;
    journal.words[word + 10] = agent.number;
    journal.words[word + 11] = referrer.number;
    const host = Math.floor(random() ** 2 * 4000);
    const address = `${pick(NETWORKS)}.${Math.floor(host / 250)}.${(host % 250) + 1}`;
    journal.bytes.set(parseAddress(address) as Uint8Array, (word + 12) * 4);
    written.push({ time, address, code: id, isDesktop: /Windows|Macintosh/.test(userAgent) });
    journal.commit();
    if (journal.isFull) journal.flush();
  }
  journal.flush();
  journal.close();
  return written;
}

import type { VisitCondition, VisitShield } from '@waypost/contract';
import type { mongo } from 'mongoose';
import { createLinkPublisher } from '../../runtime/visit/store/publisher.ts';

const NETWORKS = Array.from({ length: 20 }, (_, at) => `203.0.${at}.0/24`);
/** One of each kind that the screen offers, by facts that every visit of the load has otherwise: all are looked at. */
const CONDITIONS: readonly VisitCondition[] = [
  { not: { fact: 'wechat' } },
  { fact: 'scanned' },
  {
    any: [
      { fact: 'country', in: ['KE', 'TZ'] },
      { fact: 'location', contains: ['Nairobi'] },
    ],
  },
  { fact: 'isp', contains: ['Safaricom', 'Airtel'] },
  { fact: 'kind', in: ['tablet', 'desktop'] },
  { agent: ['curl*', 'python*requests', 'headless*chrome', 'go-http*client', 'okhttp'] },
  { fact: 'address', within: NETWORKS },
  { rate: 100_000, seconds: 60 },
  {
    all: [
      { fact: 'weekday', in: [1, 2, 3, 4, 5, 6, 7] },
      { fact: 'minute', from: 1440, to: 1441 },
    ],
  },
];
const RULES = 50;

/** As many rules as a set may have, none of which is met by a visit of the load: the most that they can cost. */
const FIFTY: VisitShield = {
  id: 'f'.repeat(24),
  owner: null,
  plugin: 'wechat-shield',
  rules: Array.from({ length: RULES }, (_, at) => ({
    number: at + 1,
    kind: 'wechat-shield.bench',
    condition: CONDITIONS[at % CONDITIONS.length] as VisitCondition,
    action: { refuse: 'refused' as const },
  })),
};

/** Publishes them for everybody's codes. */
export async function publishFiftyRules(database: mongo.Db): Promise<void> {
  await createLinkPublisher(database).publishShields([FIFTY]);
}

import type { VisitCondition, VisitRule } from '@waypost/contract';

/** One of each kind that owners choose from, by facts that every visit of the load has otherwise: all are looked at. */
const CONDITIONS: readonly VisitCondition[] = [
  { fact: 'kind', in: ['tablet'] },
  { fact: 'system', contains: ['HarmonyOS'] },
  { fact: 'app', in: ['alipay', 'qq'] },
  { speaks: ['sw', 'fr'] },
  { fact: 'country', in: ['KE', 'TZ', 'UG'] },
  { fact: 'location', contains: ['Nairobi'] },
  { fact: 'isp', contains: ['Safaricom'] },
  { fact: 'address', within: ['203.0.113.0/24', '2001:db8::/32'] },
  {
    all: [
      { fact: 'weekday', in: [1, 2, 3, 4, 5, 6, 7] },
      { fact: 'minute', from: 1440, to: 1441 },
    ],
  },
  { fact: 'day', from: 19700101, to: 19700102 },
];

/** As many rules as a code may have, none of which holds for a visit of the load: the most that rules can cost. */
export const TWENTY_RULES: readonly VisitRule[] = [...CONDITIONS, ...CONDITIONS].map((condition, at) => ({
  kind: 'qr.bench',
  condition,
  action: { target: `https://elsewhere.example/${at}` },
}));

import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VisitCondition, VisitLink } from '@waypost/contract';
import fc from 'fast-check';
import { compileLink } from '../links/compiled-link.ts';
import { LinkIndex } from '../links/link-index.ts';
import { startTestVisitPath } from '../testing/test-visit-path.ts';

// Whatever rules and rotation an owner puts together, each visit goes where a plain reading of them says.

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36';
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
/** What the path finds out of each, written down by hand. */
const AGENTS = [
  { userAgent: PHONE, kind: 'phone', system: 'Android 14', isCrawler: false },
  { userAgent: DESKTOP, kind: 'desktop', system: 'Windows 10', isCrawler: false },
  { userAgent: CRAWLER, kind: 'other', system: '', isCrawler: true },
] as const;
const PLACES = [
  { address: '114.114.114.114', country: 'CN', location: '江苏省 南京市' },
  { address: '203.0.113.9', country: '', location: '' },
] as const;
/** Thursday 2026-01-01, midnight in Shanghai. */
const MIDNIGHT = Date.UTC(2025, 11, 31, 16);
const MINUTE_MS = 60_000;

interface Visit {
  agent: (typeof AGENTS)[number];
  place: (typeof PLACES)[number];
  language: string;
  /** Since MIDNIGHT. */
  minutes: number;
  draw: number;
}

const aVisit: fc.Arbitrary<Visit> = fc.record({
  agent: fc.constantFrom(...AGENTS),
  place: fc.constantFrom(...PLACES),
  language: fc.constantFrom('zh-CN', 'en', 'en-GB', 'es-AR', 'sw-KE', ''),
  minutes: fc.integer({ min: 0, max: 10 * 1440 - 1 }),
  draw: fc.integer({ min: 0, max: 996 }).map((step) => (step + 0.5) / 997),
});

const some = <T>(...values: T[]) => fc.subarray(values, { minLength: 1 });
const minute = fc.integer({ min: 0, max: 1439 });
const day = fc.integer({ min: 20260101, max: 20260110 });
const { condition: aCondition } = fc.letrec<{ condition: VisitCondition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    some('phone', 'desktop', 'tablet').map((kinds) => ({ fact: 'kind' as const, in: kinds })),
    some('android', 'WINDOWS 10').map((systems) => ({ fact: 'system' as const, contains: systems })),
    some('CN', 'KE').map((countries) => ({ fact: 'country' as const, in: countries })),
    some('江苏', '上海').map((regions) => ({ fact: 'location' as const, contains: regions })),
    some('zh', 'en', 'EN-gb', 'ar', 'sw-KE').map((speaks) => ({ speaks })),
    fc.record({ from: minute, to: minute }).map((span) => ({ fact: 'minute' as const, ...span })),
    fc.record({ from: day, to: day }).map((span) => ({ fact: 'day' as const, ...span })),
    some(1, 4, 7).map((days) => ({ fact: 'weekday' as const, in: days })),
    fc.integer({ min: 0, max: 1000 }).map((share) => ({ share })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('condition').map((not) => ({ not })),
  ),
}));

const aRule = fc.record({
  condition: aCondition,
  to: fc.constantFrom('/ruled-1', '/ruled-2', undefined),
});
const aSetting = fc.record({
  targets: fc.array(fc.record({ weight: fc.nat(3), threshold: fc.nat(3) }), { minLength: 1, maxLength: 4 }),
  model: fc.constantFrom(1, 2, 3),
  rules: fc.array(aRule, { maxLength: 3 }),
  visits: fc.array(aVisit, { maxLength: 12 }),
});

/** A plain reading of a condition. */
function holds(condition: VisitCondition, visit: Visit): boolean {
  if ('all' in condition) return condition.all.filter((part) => !holds(part, visit)).length === 0;
  if ('any' in condition) return condition.any.filter((part) => holds(part, visit)).length > 0;
  if ('not' in condition) return !holds(condition.not, visit);
  if ('share' in condition) return visit.draw * 1000 < condition.share;
  if ('speaks' in condition) {
    const [spoken, wanted] = [visit.language.toLowerCase().split('-'), condition.speaks];
    return wanted.some((one) =>
      one
        .toLowerCase()
        .split('-')
        .every((part, at) => spoken[at] === part),
    );
  }
  const date = new Date(Date.UTC(2026, 0, 1) + visit.minutes * MINUTE_MS);
  const facts: Readonly<Record<string, string | number>> = {
    kind: visit.agent.kind,
    system: visit.agent.system,
    country: visit.place.country,
    location: visit.place.location,
    minute: visit.minutes % 1440,
    day: Number(date.toISOString().slice(0, 10).replaceAll('-', '')),
    weekday: ((date.getUTCDay() + 6) % 7) + 1,
  };
  if (!('fact' in condition)) throw new Error('a condition that nobody reads');
  const fact = facts[condition.fact] as string | number;
  if ('contains' in condition)
    return condition.contains.some((part) => String(fact).toLowerCase().includes(part.toLowerCase()));
  if ('in' in condition) return (condition.in as (string | number)[]).includes(fact);
  if (!('from' in condition)) throw new Error('a condition that nobody reads');
  const [{ from, to }, figure] = [condition, Number(fact)];
  return from <= to ? figure >= from && figure <= to : figure >= from || figure <= to;
}

/** Where each visit goes by a plain reading of everything: a path, or a status. */
function plainly({
  targets,
  model,
  rules,
  visits,
}: typeof aSetting extends fc.Arbitrary<infer S> ? S : never) {
  const counts = targets.map(() => 0);
  const last = targets.length - 1;
  const turn = (draw: number): number => {
    if (model === 3) return counts.reduce((sum, one) => sum + one, 0) % targets.length;
    if (model === 1) {
      const open = targets.findIndex(({ threshold }, at) => at < last && (counts[at] as number) < threshold);
      return open < 0 ? last : open;
    }
    const lots = targets.flatMap(({ weight }, at) => Array<number>(weight).fill(at));
    const drawn = lots.length === 0 ? targets.map((_, at) => at) : lots;
    return drawn[Math.floor(draw * drawn.length)] as number;
  };
  return visits.map((visit) => {
    const rule = rules.find(({ condition }) => holds(condition, visit));
    if (rule !== undefined) return rule.to ?? 403;
    const target = targets.length === 1 ? 0 : turn(visit.draw);
    if (!visit.agent.isCrawler) counts[target] = (counts[target] as number) + 1;
    return `/target-${target}`;
  });
}

test('each visit goes where a plain reading of rules and rotation says', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-rules-'));
  const time = { now: MIDNIGHT };
  let draw = 0;
  const index = new LinkIndex();
  const path = startTestVisitPath({
    index,
    directory,
    plugins: new Set(['qr']),
    durability: 'relaxed',
    now: () => time.now,
    draw: () => draw,
  });
  let number = 0;
  try {
    await fc.assert(
      fc.asyncProperty(aSetting, async (setting) => {
        number += 1;
        const link: VisitLink = {
          id: number.toString(16).padStart(24, '0'),
          owner: '0123456789abcdef01234567',
          plugin: 'qr',
          host: '',
          code: `code${number}`,
          state: 'on',
          targets: setting.targets.map((target, at) => ({
            url: `https://t.example/target-${at}`,
            ...target,
          })),
          rotation_model: setting.model as 1 | 2 | 3,
          jump_type: 6,
          access_mode: 1,
          visit_restriction: 1,
          open_log: 1,
          rules: setting.rules.map(({ condition, to }) => ({
            kind: 'qr.any',
            condition,
            action: to === undefined ? { refuse: true } : { target: `https://t.example${to}` },
          })),
        };
        index.put({
          id: Buffer.from(link.id, 'hex'),
          host: '',
          code: link.code,
          compiled: compileLink(link),
        });
        const went: (string | number)[] = [];
        for (const visit of setting.visits) {
          time.now = MIDNIGHT + visit.minutes * MINUTE_MS;
          ({ draw } = visit);
          const answer = await fetch(`${path.origin}/${link.code}`, {
            redirect: 'manual',
            headers: {
              'user-agent': visit.agent.userAgent,
              'x-forwarded-for': visit.place.address,
              'accept-language': visit.language,
            },
          });
          const to = answer.headers.get('location');
          went.push(to === null ? answer.status : new URL(to).pathname);
          await answer.body?.cancel();
        }
        expect(went).toEqual(plainly(setting));
      }),
      { numRuns: 120 },
    );
  } finally {
    await path.stop();
    rmSync(directory, { recursive: true });
  }
});

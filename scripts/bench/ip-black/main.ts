import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VisitLink } from '@waypost/contract';
import { compileLink } from '../../../runtime/visit/links/compiled-link.ts';
import { LinkIndex } from '../../../runtime/visit/links/link-index.ts';
import { startTestVisitPath } from '../../../runtime/visit/testing/test-visit-path.ts';
import { roundsOf } from '../rounds.ts';

// What a list of 10,000 refused addresses costs a visit: processor time of the visit path with the list, against the same
// path without one, in alternating rounds of one run. `bun scripts/bench/ip-black/main.ts [rounds]`

const RANGES = 10_000;
const ROUNDS = roundsOf(process.argv.slice(2), 7);
const VISITS = 4_000;
const AT_ONCE = 32;
const WANTED = 0.98;

const link: VisitLink = {
  id: 'a1'.repeat(12),
  owner: '0123456789abcdef01234567',
  plugin: 'qr',
  host: '',
  code: 'abc',
  state: 'on',
  targets: [{ url: 'https://t.example/', weight: 1, threshold: 1 }],
  rotation_model: 1,
  jump_type: 6,
  access_mode: 1,
  visit_restriction: 1,
  open_log: 1,
  rules: [],
};
const blocked = Array.from({ length: RANGES }, (_, row) =>
  row % 4 === 0
    ? `2001:db8:${row.toString(16)}::/48`
    : `${1 + (row % 100)}.${(row >> 3) & 255}.${(row * 7) & 255}.0/24`,
);

function startPath(list: readonly string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-bench-ip-black-'));
  const index = new LinkIndex();
  index.put({ id: Buffer.from(link.id, 'hex'), host: '', code: link.code, compiled: compileLink(link) });
  const path = startTestVisitPath({
    index,
    directory,
    blocked: list,
    now: Date.now,
    durability: 'relaxed' as const,
    plugins: new Set(['qr']),
  });
  return {
    url: `${path.origin}/abc`,
    stop: async () => {
      await path.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Microseconds of processor for one visit, the client's share of this process included. */
async function costOf(url: string): Promise<number> {
  const before = process.cpuUsage();
  let left = VISITS;
  const walk = async () => {
    while (left-- > 0) {
      const headers = { 'x-forwarded-for': `203.0.113.${left & 255}`, 'user-agent': 'bench' };
      const { status } = await fetch(url, { headers, redirect: 'manual' });
      if (status !== 302) throw new Error(`a visit was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / VISITS;
}

const median = (values: number[]) =>
  values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;

const bare = startPath([]);
const listed = startPath(blocked);
await costOf(bare.url);
await costOf(listed.url);
const without: number[] = [];
const withList: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  without.push(await costOf(bare.url));
  withList.push(await costOf(listed.url));
}
await bare.stop();
await listed.stop();
const [one, other] = [median(without), median(withList)];
const ratio = one / other;
process.exitCode = ratio >= WANTED ? 0 : 1;
console.log(
  JSON.stringify({
    ranges: RANGES,
    without: one,
    with: other,
    ratio,
    wanted: WANTED,
    holds: ratio >= WANTED,
  }),
);

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { CODE_HOSTS, type CodeHosts, DOMAIN_NAMES } from '@waypost/sdk';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import fc from 'fast-check';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { type GivenName, givenNames } from '../../testing/domain-names.ts';
import { startCodes } from '../../testing/start-codes.ts';
import { linkOf, type StoredCode } from '../link.ts';
import { HOST_STEPS } from './values.ts';

/** Whatever codes are moved to and back: no printed address is lost, and no place is two codes'. */
setDefaultTimeout(120_000);
const HOSTS = ['', 'a.example', 'b.example', 'c.example', 'd.example'];
const names: GivenName[] = [];
let t: TestPlugin;
let anna: Person;
let round = 0;

beforeAll(async () => {
  t = await startCodes({ services: { [DOMAIN_NAMES]: { version: '1.0.0', service: givenNames(names) } } });
  anna = await t.person('anna');
  for (const host of HOSTS.slice(1)) names.push({ host, type: 3, owners: [anna.id] });
  names.push({ host: 'e.example', type: 1, owners: [anna.id] });
});
afterAll(() => t?.dispose());

const host = fc.constantFrom(...HOSTS);
const step = fc.oneof(
  fc.record({ how: fc.constant('change' as const), code: fc.nat(2), to: host, entry: fc.boolean() }),
  fc.record({ how: fc.constant('move' as const), from: host, to: host }),
);

test('moves back and forth lose no printed address, and each place is one code’s', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
      round += 1;
      const short_code = `same-${round}`;
      const ids: string[] = [];
      for (const short_domain of HOSTS.slice(0, 3)) {
        const body = { name: 'C', targets: [{ url: 'https://example.com/' }], short_domain, short_code };
        ids.push((await t.call<{ id: string }>('qr_code_list/add', body, { as: anna })).id);
      }
      const read = async () =>
        (await t.context
          .model(codeResource)
          .find({ _id: { $in: ids } } as never)
          .lean()) as unknown as StoredCode[];
      const printed = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]));
      const look = async () => {
        const owners = new Map<string, string>();
        for (const code of await read()) {
          const id = String(code._id);
          const link = linkOf(code);
          printed.get(id)?.add(link.host);
          const places = [link.host, ...(link.chain ?? []), ...(link.printed ?? [])];
          expect([...(printed.get(id) ?? [])].filter((one) => !places.includes(one))).toEqual([]);
          for (const place of places) {
            expect([place, owners.get(place) ?? id]).toEqual([place, id]);
            owners.set(place, id);
          }
          expect(code.way_domains).toEqual(
            HOST_STEPS.map((name) => code[name]).filter((name) => name !== ''),
          );
        }
      };
      await look();
      for (const one of steps) {
        if (one.how === 'move') {
          const { from, to } = one;
          await t.service<CodeHosts>(CODE_HOSTS).move({ from, to, owner: anna.id, by: null });
        } else {
          const change = { short_domain: one.to, entry_domain: one.entry ? 'e.example' : '' };
          // Refused where the place is another one's: then nothing changes.
          await t
            .call('qr_code_list/change_domain_name', { ids: [ids[one.code]], ...change }, { as: anna })
            .catch(() => undefined);
        }
        await look();
      }
    }),
    { numRuns: 25 },
  );
});

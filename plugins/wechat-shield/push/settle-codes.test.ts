import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { addRow } from '@waypost/sdk';
import { pushResource } from '../screens/shield_push/resource.ts';
import { type ShieldPlace, startShield } from '../testing/start-shield.ts';
import { closeGone } from './open-push.ts';
import { settleCodes } from './settle-codes.ts';
import type { StoredPush } from './stored.ts';

// Several processes follow blocks, and operators press buttons while they do: what a platform would lose is that codes stay frozen
// for a block that is over.

setDefaultTimeout(60_000);
let place: ShieldPlace;
beforeEach(async () => {
  place = await startShield();
});
afterEach(() => place?.t.dispose());

/** A block that stands open, with a code that is frozen for it. @returns its domain's id */
async function block(host: string, number: number): Promise<string> {
  const domain = number.toString(16).padStart(24, 'e');
  place.codes.set(host, { host, frozenFor: '' });
  const blocked_time = place.t.context.clock.date();
  const fields = { shown: host, name: host, domain, codes: 'freeze', reason: 'Blocked', blocked_time };
  await place.t.context.transaction((session) =>
    addRow(place.t.context, pushResource, fields as never, { session, audit: false }),
  );
  return domain;
}
const rowOf = async (name: string) => {
  const [row] = (await place.t.rows(pushResource).all({ name } as never)) as unknown as StoredPush[];
  if (row === undefined) throw new Error(`no block of ${name}`);
  return row;
};
const press = async (host: string, codes: 'keep' | 'freeze') => {
  const body = { id: String((await rowOf(host))._id), codes, reason: 'Said so' };
  await place.t.call('shield_push/set_codes', body, { as: place.operator });
};
const settle = () => {
  place.t.clock.set(new Date(place.t.clock.now() + 1_000));
  return settleCodes(place.t.context, new AbortController().signal);
};
const frozenFor = (host: string) => place.codes.get(host)?.frozenFor;

test('codes that a run freezes after another one has lifted them, as the operator said, are lifted again', async () => {
  await block('shop.example', 1);
  place.meanwhile.freeze = async () => {
    delete place.meanwhile.freeze;
    await press('shop.example', 'keep');
    await settle();
    expect(await rowOf('shop.example')).toMatchObject({ is_thawing: false });
  };
  await settle();
  expect(frozenFor('shop.example')).toBe('shop.example');
  await settle();
  expect(frozenFor('shop.example')).toBe('');
});

test('codes that a run freezes after the block has ended are lifted again, also where it did not come to its end', async () => {
  const domain = await block('shop.example', 1);
  place.codes.set('other', { host: 'shop.example', frozenFor: '' });
  place.meanwhile.freeze = async () => {
    delete place.meanwhile.freeze;
    await closeGone(place.t.context, domain);
    await settle();
    // Some were frozen before it was cut off.
    place.codes.set('other', { host: 'shop.example', frozenFor: 'shop.example' });
    throw new Error('cut off');
  };
  await expect(settle()).rejects.toThrow('cut off');
  expect(frozenFor('other')).toBe('shop.example');
  await settle();
  expect(frozenFor('other')).toBe('');
});

test('codes that one run freezes while another one lifts them are lifted again', async () => {
  await block('shop.example', 1);
  const [lifted, frozen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lifting: Promise<void>[] = [];
  place.meanwhile.freeze = async () => {
    delete place.meanwhile.freeze;
    await press('shop.example', 'keep');
    lifting.push(settle());
    await lifted.promise;
  };
  place.meanwhile.lift = () => {
    delete place.meanwhile.lift;
    lifted.resolve();
    return frozen.promise;
  };
  await settle();
  expect(frozenFor('shop.example')).toBe('shop.example');
  frozen.resolve();
  await Promise.all(lifting);
  await settle();
  expect(frozenFor('shop.example')).toBe('');
});

test('a block whose codes the operator keeps while a run is at another one is not frozen by that run', async () => {
  await block('first.example', 1);
  await block('second.example', 2);
  const frozen: string[] = [];
  place.meanwhile.freeze = async (host) => {
    frozen.push(host);
    if (frozen.length === 1)
      await press(host === 'first.example' ? 'second.example' : 'first.example', 'keep');
  };
  await settle();
  expect(frozen).toHaveLength(1);
});

test('what the operator says while codes are lifted is not taken for done', async () => {
  await block('shop.example', 1);
  await settle();
  await press('shop.example', 'keep');
  place.meanwhile.lift = async () => {
    delete place.meanwhile.lift;
    await press('shop.example', 'freeze');
    await settle();
    await press('shop.example', 'keep');
  };
  await settle();
  await settle();
  expect(frozenFor('shop.example')).toBe('');
  expect(await rowOf('shop.example')).toMatchObject({ is_thawing: false, frozen: 0 });
});

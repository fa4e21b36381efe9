import { expect, test } from 'bun:test';
import { type DrawerState, readDrawer, writeDrawer } from './drawer-state.ts';

test('a link leads to the same drawer', () => {
  const states: DrawerState[] = [
    { kind: 'install' },
    { kind: 'view', id: 'shop' },
    { kind: 'remove', id: 'shop' },
    { kind: 'upgrade', id: 'shop', release: '2.0.0-beta.1-0123abcd' },
  ];
  for (const state of states) expect(readDrawer(writeDrawer(state) ?? '')).toEqual(state);
});

test('an address that means nothing opens nothing', () => {
  for (const text of [null, '', 'view', 'view:', 'upgrade:shop', 'explode:shop'])
    expect([text, readDrawer(text)]).toEqual([text, undefined]);
});

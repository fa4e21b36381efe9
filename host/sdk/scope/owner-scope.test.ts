import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  type OwnerScope,
  ownerScopeOf,
  ownerScopeText,
  parseOwnerScope,
  scopeAddress,
  scopeInAddress,
} from './owner-scope.ts';

const customer = { kind: 'one', owner: '0123456789abcdef01234567' } as const;
const own = { kind: 'own' } as const;
const everyone = { kind: 'everyone' } as const;

test('a choice is the same after a reload', () => {
  for (const scope of [own, everyone, customer])
    expect(parseOwnerScope(ownerScopeText(scope))).toEqual(scope);
  for (const text of [null, '', 'everyone', '0123', 'x'.repeat(24)])
    expect(parseOwnerScope(text)).toBeUndefined();
});

const me = 'a'.repeat(24);
const you = 'b'.repeat(24);
const anyScope = fc.constantFrom<OwnerScope>(own, everyone, customer, { kind: 'one', owner: you });
const anyWish = fc.record({
  chosen: fc.option(anyScope, { nil: undefined }),
  opensWith: fc.constantFrom('own' as const, 'everyone' as const),
  isForEveryone: fc.boolean(),
});
const whose = (scope: OwnerScope, user: string) =>
  scope.kind === 'own' ? user : scope.kind === 'one' ? scope.owner : 'all';

test('a link shows the same things to whoever may see them, whatever both had chosen', () => {
  fc.assert(
    fc.property(anyWish, anyWish, fc.constantFrom(me, you), (mine, theirs, reader) => {
      const seen = ownerScopeOf({ ...mine, inAddress: undefined });
      const link = scopeAddress(seen, me);
      const read = ownerScopeOf({ ...theirs, inAddress: scopeInAddress(link, reader) });
      expect(whose(read, reader)).toBe(whose(seen, me));
    }),
  );
  // One's own stay one's own: there is something to begin on the screen, and no column that says whose they are.
  expect(scopeInAddress(scopeAddress(own, me), me)).toEqual(own);
  expect(scopeInAddress('own', me)).toEqual(own);
});

test('the address comes before what was chosen elsewhere, and that before what a screen opens with', () => {
  const wish = { opensWith: 'own', isForEveryone: false } as const;
  expect(ownerScopeOf({ ...wish, inAddress: customer, chosen: everyone })).toEqual(customer);
  expect(ownerScopeOf({ ...wish, inAddress: undefined, chosen: everyone })).toEqual(everyone);
  expect(ownerScopeOf({ ...wish, inAddress: undefined, chosen: undefined })).toEqual(own);
});

test('the screen of everyone follows to a customer and is not narrowed to oneself', () => {
  const wish = { opensWith: 'everyone', isForEveryone: true, inAddress: undefined } as const;
  expect(ownerScopeOf({ ...wish, chosen: own })).toEqual(everyone);
  expect(ownerScopeOf({ ...wish, chosen: customer })).toEqual(customer);
  expect(ownerScopeOf({ ...wish, inAddress: own, chosen: undefined })).toEqual(own);
});

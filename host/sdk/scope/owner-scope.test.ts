import { expect, test } from 'bun:test';
import { ownerScopeOf, ownerScopeText, parseOwnerScope } from './owner-scope.ts';

const customer = { kind: 'one', owner: '0123456789abcdef01234567' } as const;
const own = { kind: 'own' } as const;
const everyone = { kind: 'everyone' } as const;

test('a link shows the same things to whoever may see them', () => {
  for (const scope of [own, everyone, customer])
    expect(parseOwnerScope(ownerScopeText(scope))).toEqual(scope);
  for (const text of [null, '', 'everyone', '0123', 'x'.repeat(24)])
    expect(parseOwnerScope(text)).toBeUndefined();
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

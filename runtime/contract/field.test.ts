import { expect, test } from 'bun:test';
import { accountReference } from './account-reference.ts';
import { zId } from './answer.ts';
import { field } from './field.ts';

test('what a field points to keeps its page, so that its title leads there', () => {
  expect(field(zId, { ref: accountReference }).hints.ref).toEqual(accountReference);
});

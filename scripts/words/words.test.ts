import { expect, test } from 'bun:test';
import { missingWords } from './asked-words.ts';
import { untoldAudits } from './audit-words.ts';
import { mixedTerms, retiredTexts } from './mixed-terms.ts';
import { formsOf, pluralFaults, splitForm } from './plural-forms.ts';
import { findUse } from './used-keys.ts';

test('a plural must have the forms of its language and no others', () => {
  expect(formsOf('zh-CN')).toEqual(['other']);
  expect(formsOf('en-US')).toEqual(['one', 'other']);
  expect(pluralFaults('en-US', ['a_other'])).toEqual(['a_one is missing in en-US']);
  expect(pluralFaults('en-US', ['a_one', 'a_other', 'b'])).toEqual([]);
  expect(pluralFaults('zh-CN', ['a_one', 'a_other'])).toEqual(['a_one is no form of zh-CN']);
  expect(pluralFaults('sw-KE', ['a_other'])).toEqual(['a_one is missing in sw-KE']);
  expect(splitForm('list.selected_one')).toEqual({ base: 'list.selected', form: 'one' });
});

test('a key is used when a source names it, builds it, or a rule makes it of a declaration', () => {
  const { isUsed } = findUse([
    "words('list.empty')",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
    'words(`qr.app.${app}`); words(`x.${name}.help`)',
    "defineResource({ name: 'shop.coupon', fields: { amount: field() } })",
    '<CallForm call={order} name="shop.order" fields={{ count: field() }} />',
    '<CallForm call={move} name="shop.order.move" fields={{ target: field() }} />',
    "defineError({ code: 'coupon_gone' }); route: 'coupon_list'",
  ]);
  for (const key of [
    'list.empty',
    'qr.app.wechat',
    'x.y.help',
    'shop.coupon.amount.unit',
    'shop.coupon.title',
    'shop.order.count.help',
    'shop.order.move.target.help',
  ])
    expect([key, isUsed(key)]).toEqual([key, true]);
  for (const key of ['error.coupon_gone', 'menu.coupon_list'])
    expect([key, isUsed(key)]).toEqual([key, true]);
  for (const key of [
    'list.full',
    'x.y.text',
    'shop.coupon.weight',
    'shop.order.weight',
    'error.coupon_left',
    'menu.gone_list',
    'other',
  ])
    expect([key, isUsed(key)]).toEqual([key, false]);
});

test('logging in has one name where people read, and any in code and in where links lead', () => {
  expect(mixedTerms('Sign in first. Whoever signed out …')).toHaveLength(2);
  expect(mixedTerms('Log in. `sign-in.ts`, [how](decisions/0006-signing-in.md), a signed input')).toEqual([]);
});

test('a text that was given up is found when it comes back', () => {
  expect(retiredTexts('en-US', 'Whoever reads it, by telephone')).toHaveLength(2);
  expect(retiredTexts('zh-CN', '你好，活码池')).toHaveLength(1);
  expect(retiredTexts('en-US', 'People who read it, by phone')).toEqual([]);
});

test('a word that a page asks for and does not have is found: its key would stand on the screen', () => {
  const known = new Set(['list.empty', 'list.count']);
  const page = "words('list.empty'); words(\n  'list.full', { count }); words('list.count', { count })";
  expect(missingWords(page, known)).toEqual(['list.full']);
  // A key that is made at run time, other functions, and words of no list are nothing that can be known here.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
  const others = "words(`list.${name}`); words(key); swords('list.full'); words('close')";
  expect(missingWords(others, known)).toEqual([]);
});

test('an entry of the log whose thing or verb has no words is named', () => {
  const known = new Set(['log.noun.shop.order', 'audit.shop.order.pay', 'log.verb.remove']);
  const source = ['pay', 'remove', 'burn']
    .map((verb) => `context.audit({ type: 'shop.order.${verb}', target: id });`)
    .join('\n');
  expect(untoldAudits(source, known)).toEqual(['shop.order.burn']);
  expect(untoldAudits("{ type: 'shop.shelf.remove', request }", known)).toEqual(['shop.shelf.remove']);
});

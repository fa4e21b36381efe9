import { expect, test } from 'bun:test';
import { defineVisitRuleKind } from '@waypost/contract';
import { zRuleKindView } from '../screens/qr_code_list/calls.ts';
import { viewRuleKinds } from './rule-kinds.ts';

const shop = defineVisitRuleKind({
  name: 'shop.guests',
  parameters: {
    opening_hour: 'number',
    closing: 'number',
    apps: 'texts',
    words: 'texts',
    networks: 'ranges',
    part: 'number',
  },
  condition: {
    all: [
      { fact: 'hour', from: { parameter: 'opening_hour' }, to: { parameter: 'closing' } },
      {
        any: [
          { fact: 'app', in: { parameter: 'apps' } },
          { fact: 'device', contains: { parameter: 'words' } },
        ],
      },
      { not: { fact: 'address', within: { parameter: 'networks' } } },
      { share: { parameter: 'part' } },
    ],
  },
});
const TEXTS: Readonly<Record<string, string>> = {
  'rule.shop.guests': 'Guests',
  'rule.shop.guests.closing': 'Closes at',
  'rule.shop.guests.closing.help': 'The last full hour.',
};

test('a form learns what each parameter is called and compared with, in the order of the declaration', () => {
  const hour = { minimum: 0, maximum: 23 };
  const choices = ['wechat', 'wecom', 'alipay', 'qq', 'weibo', 'dingtalk', 'feishu', 'browser', 'other'];
  const [view] = viewRuleKinds([shop], (key) => TEXTS[key] ?? key);
  expect(view).toEqual({
    name: 'shop.guests',
    title: 'Guests',
    // One of its parameters is an address.
    may_lead: false,
    parameters: [
      { name: 'opening_hour', type: 'number', title: 'Opening hour', fact: 'hour', ...hour },
      {
        name: 'closing',
        type: 'number',
        title: 'Closes at',
        help: 'The last full hour.',
        fact: 'hour',
        ...hour,
      },
      { name: 'apps', type: 'texts', title: 'Apps', fact: 'app', choices },
      // Any part of a model's name may stand here: it is no choice of whole ones.
      { name: 'words', type: 'texts', title: 'Words', part: 'device' },
      { name: 'networks', type: 'ranges', title: 'Networks', fact: 'address' },
      { name: 'part', type: 'number', title: 'Part', fact: 'share', minimum: 0, maximum: 1000 },
    ],
  });
  expect(zRuleKindView.parse(view)).toEqual(view as NonNullable<typeof view>);
});

test('a plugin without words is shown by its names', () => {
  expect(viewRuleKinds([shop], (key) => key)[0]?.title).toBe('shop.guests');
});

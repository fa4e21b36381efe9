import { LOCALES, type Locale } from '@waypost/contract';
import { jsonText } from './json-text.ts';
import { namesOf } from './names.ts';

/** A screen to be written: its route, and the plugin that it belongs to. */
export interface ScreenPlan {
  plugin: string;
  route: string;
}

/**
 * The files of a new screen, by path from the plugin's folder: a resource with list and form, its binding on the server,
 * words in three languages and a test.
 */
export function screenFiles(plan: ScreenPlan): Map<string, string> {
  const plugin = namesOf(plan.plugin);
  const noun = namesOf(nounOf(plan));
  const folder = `screens/${plan.route}`;
  return new Map([
    [`${folder}/resource.ts`, resourceText(plan, noun.id, noun.camel, plugin.snake)],
    [`${folder}/service.ts`, serviceText()],
    [`${folder}/service.test.ts`, serviceTestText()],
    [`${folder}/routes.ts`, routesText(noun.pascal, noun.camel)],
    [`${folder}/routes.test.ts`, routesTestText(noun.camel)],
    ...LOCALES.map((locale): [string, string] => [
      `${folder}/${locale}.json`,
      jsonText(wordsOf(locale, plan, noun.id, noun.title)),
    ]),
  ]);
}

/** Name of the function in `routes.ts` that the server entry calls. */
export function mountNameOf(plan: ScreenPlan): string {
  return `mount${namesOf(nounOf(plan)).pascal}`;
}

/** Calls and their rows: those of the screen `mall_brand_list` are `mall_brand/inquire` and so on. */
export const areaOf = ({ route }: ScreenPlan): string => route.replace(/(?<=.)_list$/, '');

/** `print_shop_order`, and `print_shop_order_list`, of the plugin print-shop are about an `order`. */
export function nounOf(plan: ScreenPlan): string {
  const prefix = `${namesOf(plan.plugin).snake}_`;
  const area = areaOf(plan);
  return area.startsWith(prefix) ? area.slice(prefix.length) : area;
}

function resourceText(plan: ScreenPlan, noun: string, constant: string, group: string): string {
  return `import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';

/** One declaration: table, filters, form, calls, permissions and the menu entry are made from it. */
export const ${constant} = defineResource({
  name: '${plan.plugin}.${noun}',
  area: '${areaOf(plan)}',
  title: 'name',
  fields: {
    name: field(z.string().min(1).max(100), { list: true, filter: 'contains', search: true, sort: true }),
    state: field(z.enum(['open', 'done']), { list: true, filter: 'in', default: 'open' }),
    note: field(z.string().max(1000), { list: 'hidden', control: 'textarea', default: '' }),
  },
  access: 'own',
  menu: {
    route: '${plan.route}',
    parent: '${group}',
    sort: 10,
    icon: 'apps',
    roles: ['administrator', 'customer'],
  },
});
`;
}

function serviceText(): string {
  return `/** A name as it is stored: people paste blanks around it, and lines from a table. */
export function tidyName(name: string): string {
  return name.replace(/\\s+/g, ' ').trim();
}
`;
}

function serviceTestText(): string {
  return `import { expect, test } from 'bun:test';
import { tidyName } from './service.ts';

test('a pasted name is found again under what people read', () => {
  expect(tidyName('  Spring \\n menu ')).toBe('Spring menu');
});
`;
}

function routesText(pascal: string, constant: string): string {
  return `import type { PluginContext } from '@waypost/sdk';
import { ${constant} } from './resource.ts';
import { tidyName } from './service.ts';

export function mount${pascal}(context: PluginContext): void {
  context.resource(${constant}, {
    beforeCreate: (body) => ({ ...body, name: tidyName(body.name) }),
    beforeUpdate: (change) =>
      change.name === undefined ? change : { ...change, name: tidyName(change.name) },
  });
}
`;
}

function routesTestText(constant: string): string {
  return `import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { plugin } from '../../server.ts';
import { ${constant} } from './resource.ts';

let t: TestPlugin;
beforeAll(async () => {
  t = await testPlugin(plugin, { folder: join(import.meta.dir, '../..') });
});
afterAll(() => t?.dispose());

test('what is added is kept tidily, and is its owner’s alone', async () => {
  const [ada, ben] = [await t.person('ada'), await t.person('ben')];
  const body = { name: ' Spring  menu ' };
  const { id } = await t.call<{ id: string }>(\`\${${constant}.area}/add\`, body, { as: ada });
  expect(await t.rows(${constant}).find(id)).toMatchObject({ name: 'Spring menu', owner: ada.id });
  const looked = t.call(\`\${${constant}.area}/details\`, { id }, { as: ben });
  await expect(looked).rejects.toMatchObject({ code: 'not_found' });
});
`;
}

function wordsOf(
  locale: Locale,
  { plugin, route }: ScreenPlan,
  noun: string,
  title: string,
): Record<string, string> {
  const name = `${plugin}.${noun}`;
  const texts = {
    'zh-CN': [
      '列表',
      '新建',
      '名称',
      '状态',
      '待处理',
      '已完成',
      '备注',
      '暂无内容',
      '新建的内容会显示在这里。',
    ],
    'en-US': [
      'list',
      'New',
      'Name',
      'State',
      'Open',
      'Done',
      'Note',
      'Nothing here yet',
      'What you create appears here.',
    ],
    'sw-KE': [
      'orodha',
      'Mpya',
      'Jina',
      'Hali',
      'Wazi',
      'Imekamilika',
      'Maelezo',
      'Hakuna kitu bado',
      'Unachounda kitaonekana hapa.',
    ],
  }[locale] as [string, string, string, string, string, string, string, string, string];
  const [list, create, label, state, open, done, note, empty, emptyText] = texts;
  return {
    [`menu.${route}`]: `${title} ${list}`,
    [`${name}.name`]: label,
    [`${name}.state`]: state,
    [`${name}.state.open`]: open,
    [`${name}.state.done`]: done,
    [`${name}.note`]: note,
    [`${name}.create`]: create,
    [`${name}.empty.title`]: empty,
    [`${name}.empty.text`]: emptyText,
  };
}

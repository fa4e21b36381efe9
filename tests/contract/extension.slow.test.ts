import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperationStatus } from '@waypost/contract';
import { type Api, apiOf, signIn } from '../api.ts';
import { writeTo } from '../messages.ts';
import { ADMINISTRATOR, type System, startSystem, until } from './harness.ts';

/** The form that the platform writes itself. */
const XLSX = { name: 'xlsx', title: 'Excel (XLSX)' };
const ID = /^[0-9a-f]{24}$/;

const LIMIT_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'waypost-extension-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function registryWith(isOutside: boolean): string {
  const file = join(folder, `registry-${isOutside}.json`);
  const plugins = [
    { id: 'system', version: '0.1.0', path: 'plugins/system', enabled: true, required: true },
    { id: 'qr', version: '0.1.0', path: 'plugins/qr', enabled: true },
    { id: 'good', version: '1.2.3', path: 'tests/plugins/good', enabled: true },
    {
      id: 'extending',
      version: '1.0.0',
      path: 'tests/plugins/extending',
      enabled: true,
      ...(isOutside ? { outside: true } : {}),
    },
  ];
  writeFileSync(file, JSON.stringify({ plugins }));
  return file;
}

interface SettingsView {
  version: number;
  values: Record<string, unknown>;
  set: string[];
}

describe.each([
  ['in our process', false],
  ['in a process of its own', true],
])('a plugin that extends others, %s', (_name, isOutside) => {
  let system: System;
  let admin: Api;
  let anyone: Api;
  let slug = 0;
  const addNote = (title: string) => {
    slug += 1;
    return admin.call<{ id: string }>('good_note/add', { title, slug: `note-${slug}`, pin: '123456' });
  };
  const heard = async () => (await anyone.call<Record<string, unknown>[]>('extending/heard')).content;

  beforeAll(async () => {
    system = await startSystem({ registry: registryWith(isOutside), arguments: ['--rate-scale', '1000'] });
    admin = await signIn(system.origin, ADMINISTRATOR);
    anyone = apiOf(system.origin);
  }, LIMIT_MS);
  afterAll(async () => {
    await system?.stop();
  }, LIMIT_MS);

  test(
    'refuses a change of another plugin with its own code, and nothing is written',
    async () => {
      const answer = await addNote('forbidden');
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ status: false, code: 'extending_refused' });
      const { content } = await admin.call<{ count: number }>('good_note/inquire', { search: 'forbidden' });
      expect(content.count).toBe(0);
    },
    LIMIT_MS,
  );

  test(
    'that fails or hangs does not stop a change, unless it said that it must',
    async () => {
      expect((await addNote('fault')).status).toBe(200);
      expect((await addNote('stuck')).status).toBe(200);
      const { content } = await addNote('kept');
      const purged = await admin.call('good_note/remove', { id: content.id });
      expect(purged.body).toMatchObject({ code: 'hook_failed' });
      expect((await admin.call('good_note/details', { id: content.id })).status).toBe(200);
    },
    LIMIT_MS,
  );

  test(
    'hears of changes after they were made, without what is secret',
    async () => {
      const { content } = await addNote('told');
      await admin.call('good_note/update', { id: content.id, version: 1, title: 'told again', pin: '9999' });
      await admin.call('good_note/update_remove', { id: content.id });
      const own = async () => (await heard()).filter(({ id }) => id === content.id);
      await until(async () => (await own()).length === 3);
      const events = await own();
      expect(events.map(({ action }) => action).sort()).toEqual(['bin', 'create', 'update']);
      expect(events.find(({ action }) => action === 'update')).toMatchObject({
        resource: 'good.note',
        change: { title: 'told again' },
        row: { title: 'told again', version: 2 },
        caller: { account: 'admin' },
      });
      expect(JSON.stringify(events)).not.toMatch(/123456|9999|pin/);
    },
    LIMIT_MS,
  );

  test(
    'has settings: checked, secret ones write-only and sealed in the store, told when they change',
    async () => {
      const view = async () =>
        (await admin.call<SettingsView>('plugins/settings', { id: 'extending' })).content;
      expect(await view()).toMatchObject({ version: 0, values: { greeting: 'Hello' }, set: [] });
      // What nobody has set has its default; that of a secret stays on the server.
      expect((await anyone.call('extending/settings')).content as unknown).toMatchObject({
        greeting: 'Hello',
        token_length: '--------'.length,
      });
      const change = (version: number, changed: Record<string, unknown>) =>
        admin.call<SettingsView>('plugins/change_settings', { id: 'extending', version, change: changed });
      expect((await change(0, { greeting: '' })).body).toMatchObject({
        code: 'invalid_input',
        errors: [{ path: 'greeting' }],
      });
      expect((await change(0, { colour: 'red' })).body).toMatchObject({ errors: [{ path: 'colour' }] });
      const changed = await change(0, { greeting: 'Habari', token: 'correct-horse' });
      expect(changed.content).toMatchObject({ version: 1, values: { greeting: 'Habari' }, set: ['token'] });
      expect(JSON.stringify(changed.body)).not.toContain('correct-horse');
      expect((await change(0, { greeting: 'Hi' })).status).toBe(409);
      await until(async () => {
        const { content } = await anyone.call<{ changes: number }>('extending/settings');
        return content.changes === 1;
      });
      expect((await anyone.call('extending/settings')).content).toMatchObject({
        greeting: 'Habari',
        token_length: 'correct-horse'.length,
      });
      const history = await admin.call('plugins/history', { kind: 'life', page: 1, page_size: 50 });
      expect(JSON.stringify(history.body)).toContain('plugin.settings');
      expect(JSON.stringify(history.body)).not.toContain('correct-horse');
      expect(system.runtime.output()).not.toContain('correct-horse');
    },
    LIMIT_MS,
  );

  test(
    'offers a point: what fits is asked, what does not is left out',
    async () => {
      const { content } = await anyone.call('extending/greet', { name: 'Asha' });
      expect(content as unknown).toEqual([{ by: 'extending.kind', said: 'Habari, Asha', polite: true }]);
    },
    LIMIT_MS,
  );

  test(
    'brings a channel for messages: it is handed what was sent, and one that fails costs nobody the message',
    async () => {
      const send = (title: string) => writeTo(admin, 'admin', { title, content: 'Meet at noon' });
      expect((await send('hello')).content.count).toBe(1);
      const delivered = async () => (await anyone.call<unknown[]>('extending/delivered')).content;
      await until(async () => (await delivered()).length === 1);
      expect(await delivered()).toEqual([
        {
          title: 'hello',
          content: 'Meet at noon',
          texts: Object.fromEntries(
            ['zh-CN', 'en-US', 'sw-KE'].map((locale) => [
              locale,
              { title: 'hello', content: 'Meet at noon' },
            ]),
          ),
          kind: 'system.person',
          recipients: [
            { id: expect.stringMatching(ID), account: 'admin', message: expect.stringMatching(ID) },
          ],
        },
      ]);
      expect((await send('lost')).status).toBe(200);
      await until(() => system.runtime.output().includes('the pigeon did not come back'));
      const inbox = await admin.call<{ content: { title: string }[] }>('message/inquire');
      expect(inbox.content.content.map(({ title }) => title).sort()).toEqual(['hello', 'lost']);
    },
    LIMIT_MS,
  );

  test(
    'brings a form for exports, under its own name, and writes the file in it',
    async () => {
      const formats = await admin.call<{ formats: unknown[] }>('async_operations/formats');
      expect(formats.content.formats).toEqual([XLSX, { name: 'extending.lines', title: 'JSON lines' }]);
      const range = { range: '7_days', format: 'extending.lines' };
      const unknown = await admin.call('daily_statistics/export', { ...range, format: 'extending.pigeon' });
      expect(unknown.body).toMatchObject({ code: 'invalid_input', errors: [{ path: 'format' }] });
      const started = await admin.call<{ id: string }>('daily_statistics/export', range);
      expect(started.status).toBe(202);
      const { id } = started.content;
      await until(async () => {
        const asked = await admin.call<{ operations: { status: number }[] }>('async_operations/progress', {
          ids: [id],
        });
        return asked.content.operations[0]?.status === OperationStatus.completed;
      }, system.runtime.output);
      const file = await fetch(`${system.origin}/api/async_operations/download`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id }),
      });
      expect(file.headers.get('content-disposition')).toContain('.jsonl');
      const lines = (await file.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines[0].columns.length).toBeGreaterThan(1);
      expect(lines.slice(1, -1).map(({ row }) => row)).toEqual([0, 1, 2, 3, 4, 5, 6]);
      expect(lines.at(-1)).toBe('end');
    },
    LIMIT_MS,
  );

  test(
    'proposes short codes: the first that can be had, and none that is reserved, taken or of another form',
    async () => {
      const providers = await admin.call<{ providers: unknown[] }>('qr_code_list/providers');
      expect(providers.content.providers).toEqual([{ name: 'extending.words', title: 'Weather' }]);
      const draft = (provider: string) =>
        admin.call<{ short_code: string; short_url: string }>('qr_code_list/draft', { provider });
      for (const expected of ['sunny-day', 'rainy-day']) {
        const { short_code, short_url } = (await draft('extending.words')).content;
        expect([short_code, short_url.endsWith(`/${expected}`)]).toEqual([expected, true]);
        const targets = [{ url: 'https://example.com/weather' }];
        await admin.call('qr_code_list/add', { name: expected, targets, short_code });
      }
      expect((await draft('extending.words')).body).toMatchObject({ code: 'qr.no_free_code' });
      expect((await draft('extending.pigeon')).body).toMatchObject({
        code: 'invalid_input',
        errors: [{ path: 'provider' }],
      });
    },
    LIMIT_MS,
  );

  test(
    'declares kinds of visit rules, which anybody may fill in',
    async () => {
      const rules = (kind: string, parameters: Record<string, unknown>) =>
        anyone.call('extending/rules', { kind, parameters });
      expect((await rules('extending.hours', { from: 8, to: 18 })).content).toEqual({
        kinds: expect.arrayContaining(['extending.hours', 'qr.device']),
        condition: { fact: 'hour', from: 8, to: 18 },
      });
      expect((await rules('extending.hours', { from: 8 })).body).toMatchObject({
        code: 'invalid_input',
        errors: [{ path: 'parameters.to' }],
      });
      expect((await rules('extending.days', {})).body).toMatchObject({ errors: [{ path: 'kind' }] });
      // An hour has limits, whoever compares with it.
      expect((await rules('extending.hours', { from: 8, to: 25 })).body).toMatchObject({
        code: 'invalid_input',
        errors: [{ path: 'parameters.to' }],
      });
      const hours = { minimum: 0, maximum: 23 };
      const offered = await admin.call<{ kinds: unknown[] }>('qr_code_list/rule_kinds');
      expect(offered.content.kinds).toContainEqual({
        name: 'extending.hours',
        title: 'Opening hours',
        may_lead: true,
        parameters: [
          { name: 'from', type: 'number', title: 'From hour', help: 'From 0 to 23.', fact: 'hour', ...hours },
          { name: 'to', type: 'number', title: 'To', fact: 'hour', ...hours },
        ],
      });
    },
    LIMIT_MS,
  );

  test(
    'has its rules judged on visits while it is on; a code keeps them while it is off',
    async () => {
      const rule = (from: number, to: number) => ({
        kind: 'extending.hours',
        parameters: { from, to },
        action: { target: 'https://example.com/by-rule' },
      });
      const code = { name: 'Ruled', targets: [{ url: 'https://example.com/usual' }], jump_type: 6 };
      const { content } = await admin.call<{ id: string; short_code: string }>('qr_code_list/add', {
        ...code,
        visit_rules: [rule(0, 23)],
      });
      const leadsTo = async () =>
        (await fetch(`${system.origin}/${content.short_code}`, { redirect: 'manual' })).headers.get(
          'location',
        );
      expect(await leadsTo()).toBe('https://example.com/by-rule');
      const bad = await admin.call('qr_code_list/add', {
        ...code,
        visit_rules: [{ ...rule(0, 1), parameters: {} }],
      });
      expect(bad.body).toMatchObject({
        code: 'invalid_input',
        errors: [
          { path: 'visit_rules.0.parameters.from', message: 'This is required.' },
          { path: 'visit_rules.0.parameters.to', message: 'This is required.' },
        ],
      });

      await admin.call('plugins/disable', { id: 'extending' });
      await until(async () => (await leadsTo()) === 'https://example.com/usual');
      const renamed = await admin.call('qr_code_list/update', {
        id: content.id,
        version: 1,
        name: 'Still ruled',
      });
      expect(renamed.status).toBe(200);
      const refusing = { ...rule(8, 9), action: { refuse: true } };
      const changed = (...visit_rules: unknown[]) =>
        admin.call('qr_code_list/update', { id: content.id, version: 2, visit_rules });
      expect((await changed(rule(0, 23), refusing)).body).toMatchObject({
        errors: [{ path: 'visit_rules.1.kind', message: 'No active plugin offers this kind of rule' }],
      });
      expect((await changed({ ...rule(0, 23), action: { target: 'https://example.com/kept' } })).status).toBe(
        200,
      );
      const anew = await admin.call('qr_code_list/add', { ...code, visit_rules: [rule(0, 23)] });
      expect(anew.body).toMatchObject({ errors: [{ path: 'visit_rules.0.kind' }] });
      await admin.call('plugins/enable', { id: 'extending' });
      await until(async () => (await leadsTo()) === 'https://example.com/kept');
    },
    LIMIT_MS,
  );

  test(
    'loses only the hook or the contribution that fails again and again, until it is tried again',
    async () => {
      const stateOf = async (part: string) =>
        (
          await admin.call<{ parts: { part: string; state: string }[] }>('plugins/health', {
            id: 'extending',
          })
        ).content.parts.find((one) => one.part === part)?.state;
      const send = () => writeTo(admin, 'admin', { title: 'lost', content: 'Again' });
      for (const [part, work] of [
        ['hook:good.note.create', () => addNote('fault')],
        ['point:extending.pigeon', send],
      ] as const) {
        await until(async () => {
          // Neither the note nor the message is lost.
          expect((await work()).status).toBe(200);
          return (await stateOf(part)) === 'quarantined';
        }, system.runtime.output);
        expect((await anyone.call('extending/greet', { name: 'Asha' })).status).toBe(200);
        await admin.call('plugins/retry', { id: 'extending', part });
        expect(await stateOf(part)).toBe('working');
      }
      expect((await addNote('forbidden')).status).toBe(409);
    },
    LIMIT_MS,
  );

  test(
    'is named where it contributes, and nowhere once it is off',
    async () => {
      const contributions = async () =>
        (
          await admin.call<{ content: { plugin: string; kind: string; point: string }[] }>(
            'plugins/contributions',
          )
        ).content.content
          .filter(({ plugin }) => plugin === 'extending')
          .map(({ kind, point }) => `${kind} ${point}`);
      expect(await contributions()).toContain('hook good.note.create');
      expect(await contributions()).toContain('rule_kind visit');
      expect(await contributions()).toContain('point extending.greeter');
      expect(await contributions()).toContain('point system.message_channel');
      await admin.call('plugins/disable', { id: 'extending' });
      expect(await contributions()).toEqual([]);
      const { formats } = (await admin.call<{ formats: unknown[] }>('async_operations/formats')).content;
      expect(formats).toEqual([XLSX]);
      expect((await addNote('forbidden')).status).toBe(200);
      await admin.call('plugins/enable', { id: 'extending' });
      expect((await addNote('forbidden')).status).toBe(409);
    },
    LIMIT_MS,
  );
});

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, apiOf, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from './harness.ts';

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
    'declares kinds of visit rules, which anybody may fill in',
    async () => {
      const rules = (kind: string, parameters: Record<string, unknown>) =>
        anyone.call('extending/rules', { kind, parameters });
      expect((await rules('extending.hours', { from: 8, to: 18 })).content).toEqual({
        kinds: ['extending.hours'],
        condition: { fact: 'hour', from: 8, to: 18 },
      });
      expect((await rules('extending.hours', { from: 8 })).body).toMatchObject({
        code: 'invalid_input',
        errors: [{ path: 'parameters.to' }],
      });
      expect((await rules('extending.days', {})).body).toMatchObject({ errors: [{ path: 'kind' }] });
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
        errors: [{ path: 'visit_rules.0.parameters.from' }],
      });

      await admin.call('plugins/disable', { id: 'extending' });
      await until(async () => (await leadsTo()) === 'https://example.com/usual');
      const renamed = await admin.call('qr_code_list/update', {
        id: content.id,
        version: 1,
        name: 'Still ruled',
      });
      expect(renamed.status).toBe(200);
      const anew = await admin.call('qr_code_list/add', { ...code, visit_rules: [rule(0, 23)] });
      expect(anew.body).toMatchObject({ errors: [{ path: 'visit_rules.0.kind' }] });
      await admin.call('plugins/enable', { id: 'extending' });
      await until(async () => (await leadsTo()) === 'https://example.com/by-rule');
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
      await admin.call('plugins/disable', { id: 'extending' });
      expect(await contributions()).toEqual([]);
      expect((await addNote('forbidden')).status).toBe(200);
      await admin.call('plugins/enable', { id: 'extending' });
      expect((await addNote('forbidden')).status).toBe(409);
    },
    LIMIT_MS,
  );
});

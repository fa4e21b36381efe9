import { join } from 'node:path';
import { definePlugin } from '@waypost/sdk';
import { CallRefused, type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { mountImageConfigs } from '../../screens/image_configs/routes.ts';
import type { FileRules } from '../look-at-file.ts';
import type { FileAllowance } from '../quota.ts';
import { type MountedFiles, mountFiles } from '../routes.ts';
import { FILE_LIMITS } from '../values.ts';

const RIGHTS = [
  ...['create', 'read', 'read_all', 'delete'].map((verb) => `system.file:${verb}`),
  ...['read', 'create', 'update', 'delete', 'use', 'test', 'move_files'].map(
    (verb) => `system.image_configs:${verb}`,
  ),
];

export interface FilesUnderTest {
  t: TestPlugin;
  /** What the plugin has mounted; another one after a restart. */
  mounted: () => MountedFiles;
  /** In force for what comes next. */
  limits: FileRules & FileAllowance;
  operator: Person;
  ask<T = { id: string }>(path: string, body?: object, as?: Person): Promise<T>;
  /** Code and paths of what a call was refused with. */
  refusal(path: string, body: object, as?: Person): Promise<string[]>;
}

/** Files and their places in a test, with an operator who may do everything with them. */
export async function testFiles(): Promise<FilesUnderTest> {
  const limits = { ...FILE_LIMITS };
  let mounted: MountedFiles | undefined;
  const t = await testPlugin(
    definePlugin({
      id: 'system',
      async setup(context) {
        mounted = await mountFiles(context, async () => limits);
        await mountImageConfigs(context, mounted.places);
      },
    }),
    {
      folder: join(import.meta.dir, '../..'),
      manifest: {
        id: 'system',
        version: '0.1.0',
        engine: '^0.1.0',
        title: 'system.title',
        server: 'server.ts',
        areas: ['file', 'image_configs'],
        capabilities: ['jobs', 'settings:secrets'],
        schedules: ['bury_files', 'forget_files'],
      },
    },
  );
  const operator = await t.person('olga.operator', { permissions: RIGHTS });
  const ask = <T = { id: string }>(path: string, body: object = {}, as = operator) =>
    t.call(path, body, { as }) as Promise<T>;
  return {
    t,
    limits,
    operator,
    ask,
    mounted: () => {
      if (mounted === undefined) throw new Error('the plugin was not set up');
      return mounted;
    },
    async refusal(path, body, as = operator) {
      const error = await ask(path, body, as).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (!(error instanceof CallRefused)) throw new Error(`${path} was not refused: ${String(error)}`);
      return [error.code, ...error.errors.map((fault) => fault.path)];
    },
  };
}

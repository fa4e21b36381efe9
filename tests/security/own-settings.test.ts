import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { openWorld, type World } from './world.ts';

setDefaultTimeout(120_000);
let world: World;
beforeAll(async () => {
  world = await openWorld();
});

test('whoever may set plugins does not set by it where backups and letters go', async () => {
  const change = { backup_folder: 's3://elsewhere', backup_time: '00:00', mail_host: 'thief.example' };
  for (const who of [world.operator, world.root]) {
    expect((await who.call('plugins/settings', { id: 'system' })).content).toBeNull();
    expect((await who.call('plugins/change_settings', { id: 'system', version: 0, change })).status).toBe(
      404,
    );
  }
  const { content } = await world.root.call<{ form: { values: Record<string, unknown> } }>('backup/settings');
  expect(content.form.values.backup_folder).toBe('');
});

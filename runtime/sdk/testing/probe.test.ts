import { defineResource, field } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { testPlugin } from '@waypost/sdk/testing';
import { expect, test } from 'bun:test';
import { z } from 'zod';
const note = defineResource({ name: 'sample.note', area: 'sample_note', title: 'text', fields: { text: field(z.string().min(1)) }, access: 'own', menu: { route: 'sample_note', roles: ['customer'] } });
const manifest = { id: 'sample', version: '1.0.0', engine: '^0.1.0', title: 'x', areas: ['sample_note'], server: 'server.ts', capabilities: ['jobs'], schedules: ['tidy'] };
const plugin = definePlugin({ id: 'sample', async setup(c) { c.resource(note); c.jobs.define('tidy', async () => { await c.events.emit('sample.tidied', {}); }); await c.jobs.every('5 minutes', 'tidy'); } });
for (let i = 0; i < 6; i++)
  test(`run ${i}`, async () => {
    const s = performance.now();
    const t = await testPlugin(plugin, { manifest });
    const s1 = performance.now();
    const ada = await t.person('ada');
    const { id } = await t.call<{ id: string }>('sample_note/add', { text: 'milk' }, { as: ada });
    expect((await t.rows(note).find(id))?.owner).toBe(ada.id);
    await expect(t.call('sample_note/add', { text: '' }, { as: ada })).rejects.toMatchObject({ code: 'invalid_input' });
    await t.clock.advance(11 * 60_000);
    expect(t.events.emitted('sample.tidied')).toHaveLength(2);
    expect(await t.audit()).toMatchObject([{ type: 'sample.note.add', account: 'ada' }]);
    const s2 = performance.now();
    await t.dispose();
    console.log((s1 - s).toFixed(1), (s2 - s1).toFixed(1), (performance.now() - s2).toFixed(1));
  });

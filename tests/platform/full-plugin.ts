import { packShelf } from './shelf.ts';

/** What {@link packFull} asks for. */
export const FULL_GRANTS = [
  'jobs',
  'points:system.message_channel',
  'realtime:news',
  'schedule:tidy',
  'visits:publish',
];

/**
 * A plugin that leaves something everywhere: rows, a schedule, settings, a published link, a topic, a service, a
 * contribution, permission nodes.
 */
export function packFull(version: string): Promise<Uint8Array> {
  return packShelf({
    id: 'full',
    version,
    manifest: {
      capabilities: ['jobs', 'visits:publish'],
      schedules: ['tidy'],
      topics: ['news'],
      points: ['system.message_channel'],
      services: { 'full.rows': '1.0.0' },
    },
    setup: `
    context.jobs.define('tidy', async () => {});
    await context.jobs.every('1 hour', 'tidy');
    context.jobs.define('breaks', async () => { throw new Error('this job is broken'); });
    context.realtime.topic('full.news', {});
    context.provide('full.rows', { count: async () => 1 });
    context.permission('full.extra:read');
    context.points.contribute('system.message_channel', '^1', 'full.owl', { title: 'full.title', deliver: async () => {} });
    const { defineSettings } = await import('@waypost/contract');
    context.settings(defineSettings({ fields: { greeting: field(z.string(), { default: 'Hello' }) } }));
    const publish = defineCall({ area: 'full_call', call: 'publish', body: z.strictObject({ id: z.string(), code: z.string() }), result: z.null(), access: { signedIn: true }, summary: 'Publishes' });
    context.call(publish, async ({ id, code }, request) => {
      const link = { id, code, owner: request.caller.id, plugin: 'full', host: '', state: 'on', targets: [{ url: 'https://example.com/full', weight: 1, threshold: 0 }], rotation_model: 1, jump_type: 6, access_mode: 1, visit_restriction: 1, open_log: 1 };
      await context.transaction((session) => context.visits.publish([link], session));
      return null;
    });
    const work = defineCall({ area: 'full_call', call: 'work', body: z.strictObject({}), result: z.null(), access: { signedIn: true }, summary: 'Starts the broken job' });
    context.call(work, async () => { await context.jobs.now('breaks'); return null; });`,
  });
}

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { defineError, defineResource, errors, field, zId } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { z } from 'zod';

// "Refusing a removal": the example of docs/plugins/parts.md.
const ROUNDS = 40;
const device = defineResource({
  name: 'gear.device',
  area: 'gear_device',
  title: 'name',
  access: 'all',
  fields: {
    name: field(z.string().min(1).max(60), { list: true, search: true }),
    lent: field(z.int().min(0), { write: 'none', default: 0 }),
  },
  menu: { route: 'gear_device', roles: ['administrator'] },
});
const loans = defineResource({
  name: 'gear.loan',
  area: 'gear_loan',
  title: 'borrower',
  access: 'all',
  fields: {
    borrower: field(z.string().min(1).max(60), { list: true }),
    device: field(zId, { list: true, ref: device, write: 'create' }),
  },
  menu: { route: 'gear_loan', roles: ['administrator'] },
});
const deviceLent = defineError({
  code: 'gear_device_lent',
  status: 409,
  messageKey: 'gear.error.lent',
  params: ['name'],
});
const gear = definePlugin({
  id: 'gear',
  setup(context) {
    context.resource(device, {
      async afterWrite(after, { before, session }) {
        if (after !== undefined || before === undefined) return;
        const loan = await context.model(loans).findOne({ device: before._id }).session(session).lean();
        if (loan !== null) throw deviceLent.create({ name: before.name });
      },
    });
    context.resource(loans, {
      async beforeCreate(body, { session }) {
        const there = { _id: body.device };
        const { matchedCount } = await context
          .model(device)
          .updateOne(there, { $inc: { lent: 1 } }, { session });
        if (matchedCount === 0)
          throw errors.invalidInput.create({}, { errors: [{ path: 'device', message: 'gear.fault.gone' }] });
        return body;
      },
    });
  },
});

let t: TestPlugin;
let admin: Person;
beforeAll(async () => {
  t = await testPlugin(gear, {
    manifest: {
      id: 'gear',
      version: '1.0.0',
      engine: '^0.1.0',
      title: 'plugin.gear',
      areas: ['gear_device', 'gear_loan'],
      server: 'server.ts',
    },
  });
  admin = await t.person('admin', { role: 'super' });
});
afterAll(async () => t?.dispose());

test('of a loan and the removal of its device at the same moment one is refused: no loan is left without a device', async () => {
  const endings = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const { _id: id } = await t.rows(device).add({ name: 'Saw' });
    const outcomes = await Promise.allSettled([
      t.call('gear_loan/add', { borrower: 'Ada', device: id }, { as: admin }),
      t.call('gear_device/remove', { id }, { as: admin }),
    ]);
    endings.add(outcomes.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code)).join(', '));
  }
  for (const ending of endings) expect(['done, gear_device_lent', 'invalid_input, done']).toContain(ending);
});

import { describe, expect, test } from 'bun:test';
import { defineSettings, field, settingsForm } from '@waypost/contract';
import { z } from 'zod';
import { requireSettingRights } from './setting-guard.ts';

const form = settingsForm(
  defineSettings({
    fields: {
      plain: field(z.string(), { default: '' }),
      time: field(z.string(), { default: '', right: 'system.backup:update' }),
      folder: field(z.string(), { default: '', right: 'system.backup:update', leadsOut: true }),
    },
  }),
);

async function outcome(names: string[], rights: string[], { isSuper = false, code = 'none' } = {}) {
  let asked = 0;
  const caller = { isSuper, permissions: new Set(rights) };
  const requireCode = async () => {
    asked += 1;
    if (code === 'missing') throw new Error('second_factor_required');
  };
  const fault = await requireSettingRights(form, names, { caller, requireCode }).then(
    () => 'written',
    (error: Error & { params?: { permission?: string } }) => error.params?.permission ?? error.message,
  );
  return [fault, asked];
}

describe('a setting is guarded where it is written, whichever call it comes by', () => {
  test('one that declares no right takes that of plugins', async () => {
    expect(await outcome(['plain'], [])).toEqual(['system.plugin:update', 0]);
    expect(await outcome(['plain'], ['system.plugin:update'])).toEqual(['written', 0]);
  });

  test('one that declares a right takes that, and no other one', async () => {
    expect(await outcome(['time'], ['system.plugin:update'])).toEqual(['system.backup:update', 0]);
    expect(await outcome(['plain', 'time'], ['system.plugin:update'])).toEqual(['system.backup:update', 0]);
    expect(await outcome(['time'], ['system.backup:update'])).toEqual(['written', 0]);
  });

  test('one that leads data out takes a super administrator and a code', async () => {
    expect(await outcome(['folder'], ['system.backup:update'])).toEqual(['super', 0]);
    expect(await outcome(['folder'], [], { isSuper: true })).toEqual(['written', 1]);
    expect(await outcome(['folder'], [], { isSuper: true, code: 'missing' })).toEqual([
      'second_factor_required',
      1,
    ]);
  });
});

import { expect, test } from 'bun:test';
import { MONITOR_SETTINGS_DEFAULT } from '@waypost/contract/platform';
import { limitFaults } from './limit-faults.ts';

const given = (change: Partial<typeof MONITOR_SETTINGS_DEFAULT>) => ({
  ...MONITOR_SETTINGS_DEFAULT,
  ...change,
});

test('the defaults are in order, and so is one limit alone', () => {
  expect(limitFaults(MONITOR_SETTINGS_DEFAULT)).toEqual([]);
  expect(limitFaults(given({ monitor_lag_warning: 0, monitor_lag_alarm: 1 }))).toEqual([]);
  expect(limitFaults(given({ monitor_disk_warning: 1, monitor_disk_alarm: 0 }))).toEqual([]);
});

test('an alarm that would come before its warning is a fault; of free room the smaller figure is the worse one', () => {
  expect(limitFaults(given({ monitor_lag_warning: 20, monitor_lag_alarm: 10 }))).toEqual([
    'monitor_lag_alarm',
  ]);
  expect(limitFaults(given({ monitor_disk_warning: 10, monitor_disk_alarm: 20 }))).toEqual([
    'monitor_disk_alarm',
  ]);
  expect(limitFaults(given({ monitor_loop_warning: 10, monitor_loop_alarm: 10 }))).toEqual([]);
});

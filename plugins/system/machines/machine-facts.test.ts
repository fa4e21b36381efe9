import { expect, test } from 'bun:test';
import { FACTS_WORDS, readMachineFacts } from './machine-facts.ts';

test('a Linux machine tells of itself', () => {
  const text = [
    '86400.55 170000.11',
    '0.42 0.30 0.20 1/200 4711',
    'Filesystem 1024-blocks Used Available Capacity Mounted on',
    '/dev/vda1 100 42 58 42% /',
  ].join('\n');
  expect(readMachineFacts(text)).toEqual({ uptime: 86_400, load: 0.42, disk_used: 42 });
});

test('this one does, too', () => {
  const { stdout } = Bun.spawnSync([...FACTS_WORDS]);
  const facts = readMachineFacts(stdout.toString());
  expect(facts.uptime).toBeGreaterThan(0);
  expect(facts.load).not.toBeNull();
  expect(facts.disk_used).not.toBeNull();
});

test('what is no figure is none', () => {
  expect(readMachineFacts('')).toEqual({ uptime: null, load: null, disk_used: null });
  expect(readMachineFacts('NaN\n1e9\n999% /')).toEqual({ uptime: null, load: null, disk_used: null });
});

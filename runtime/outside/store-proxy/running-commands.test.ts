import { expect, test } from 'bun:test';
import { createRunningCommands } from './running-commands.ts';

function running() {
  let now = 0;
  const blamed: string[] = [];
  const commands = createRunningCommands(() => now);
  const begin = (plugin: string) => commands.begin((reason) => void blamed.push(`${plugin}: ${reason}`));
  return {
    commands,
    blamed,
    begin,
    pass(seconds: number) {
      now += seconds * 1000;
    },
  };
}

test('of the plugins that wait for a lost store only the one is ended whose command ran first', () => {
  const { commands, blamed, begin, pass } = running();
  begin('answered').answered();
  begin('guilty').left();
  pass(1);
  begin('waits');
  pass(20);
  commands.storeLost();
  commands.storeLost();
  expect(blamed).toEqual(['guilty: the store ended after a command of it had run for 21 s']);
});

test("a store that is lost in the middle of ordinary work is nobody's fault", () => {
  const { commands, blamed, begin, pass } = running();
  begin('quick');
  pass(2);
  commands.storeLost();
  begin('gone').left();
  pass(100);
  begin('quick');
  commands.storeLost();
  expect(blamed).toEqual([]);
});

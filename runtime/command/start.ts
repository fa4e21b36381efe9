import type { Command } from './command.ts';

/**
 * Starts everything, as `npm start` and the service do. This process becomes the launcher, which ends it: no second one
 * stands between it and whoever stops it.
 * @param file program that starts the product; by its path, for the command line and the launcher do not know each other
 */
export function startCommand(file: string): Command {
  return {
    name: 'start',
    summary: 'Starts the product and stays until it is stopped',
    options: {},
    async run() {
      await import(file);
      return { value: { pid: process.pid }, lines: [] };
    },
  };
}

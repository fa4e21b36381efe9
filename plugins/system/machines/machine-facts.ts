/** What a server is asked for its own state; nothing in it comes from anybody. */
export const FACTS_WORDS = ['sh', '-c', 'cat /proc/uptime /proc/loadavg; df -kP /'] as const;

export interface MachineFacts {
  /** Seconds since it was started. */
  uptime: number | null;
  /** Programs that wanted to run at once, over the last minute. */
  load: number | null;
  /** Percent of the disk of `/` that are used. */
  disk_used: number | null;
}

const NUMBER = /^\d{1,12}(?:\.\d{1,6})?$/;

/** What a Linux machine says of itself; what is not there, or no figure, is null. */
export function readMachineFacts(text: string): MachineFacts {
  const [uptime = '', load = '', ...disk] = text.split('\n');
  const percent = disk
    .map((line) => /\s(\d{1,3})%\s+\/$/.exec(line)?.[1])
    .find((found) => found !== undefined);
  return {
    uptime: figure(uptime.split(' ')[0], Math.floor),
    load: figure(load.split(' ')[0], (value) => Math.round(value * 100) / 100),
    disk_used: percent === undefined ? null : Math.min(100, Number(percent)),
  };
}

const figure = (text: string | undefined, round: (value: number) => number): number | null =>
  text !== undefined && NUMBER.test(text) ? round(Number(text)) : null;

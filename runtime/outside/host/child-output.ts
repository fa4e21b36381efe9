import type { Logger } from '@waypost/sdk';

const LINES_A_SECOND = 50;
const BYTES_A_SECOND = 1024 * 1024;
const LONGEST_LINE = 4_000;

/**
 * Follows what a child prints, and writes it to the log line by line. Who floods is read slowly: what it prints waits
 * in its own process, and lines beyond the limit are counted, not kept.
 * @param streamName `stdout` or `stderr`
 */
export async function followOutput(
  output: ReadableStream<Uint8Array>,
  log: Logger,
  streamName: string,
  sleep: (milliseconds: number) => Promise<void> = Bun.sleep,
): Promise<void> {
  const decoder = new TextDecoder();
  let line = '';
  let lines = 0;
  let bytes = 0;
  let dropped = 0;
  let second = Math.floor(performance.now() / 1000);

  const nextSecond = () => {
    const now = Math.floor(performance.now() / 1000);
    if (now === second) return;
    if (dropped > 0)
      log.warn({ stream: streamName, dropped }, 'the plugin prints too much; lines were dropped');
    second = now;
    lines = 0;
    bytes = 0;
    dropped = 0;
  };
  const write = (text: string) => {
    if (text.trim() === '') return;
    lines += 1;
    if (lines > LINES_A_SECOND) dropped += 1;
    else log.info({ stream: streamName, text: text.slice(0, LONGEST_LINE) }, 'the plugin printed');
  };

  for await (const chunk of output as unknown as AsyncIterable<Uint8Array>) {
    nextSecond();
    bytes += chunk.byteLength;
    const parts = (line + decoder.decode(chunk, { stream: true })).split('\n');
    line = (parts.pop() ?? '').slice(0, LONGEST_LINE);
    for (const part of parts) write(part);
    while (bytes > BYTES_A_SECOND) {
      await sleep(250);
      nextSecond();
    }
  }
  write(line);
  if (dropped > 0)
    log.warn({ stream: streamName, dropped }, 'the plugin prints too much; lines were dropped');
}

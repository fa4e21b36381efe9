/**
 * Memory that the engine takes the machine to have. Its collector lets the heap double while that leaves most of the
 * machine free, so that on a large one a short burst of inserts takes 300 MB; told of little, it collects in time.
 * It is no limit: what is needed beyond it is given.
 */
const ASSUMED_BYTES = 128 * 1024 * 1024;
/** JavaScriptCore reads its options from the environment, once, before the first line of a program runs. */
const OPTION = 'BUN_JSC_forceRAMSize';

/** Starts this program once more in the same process, with a collector that keeps the heap small, unless that is so already. */
export const keepHeapSmall = (): void => {
  if (process.env[OPTION] !== undefined || process.execve === undefined) return;
  const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, words, { ...process.env, [OPTION]: String(ASSUMED_BYTES) });
};

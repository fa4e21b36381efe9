/** Milliseconds between two tries. */
const PAUSE = 200;

/** Comes back when each address has been answered well once; what listens may still be building what it is asked for. */
export async function whenAnswered(addresses: readonly string[]): Promise<void> {
  await Promise.all(
    addresses.map(async (address) => {
      while (!(await isAnswered(address))) await Bun.sleep(PAUSE);
    }),
  );
}

/** Nobody listens yet, or says that it is not ready: the same to whoever waits. */
async function isAnswered(address: string): Promise<boolean> {
  return fetch(address).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );
}

import { signIn } from '../../tests/api.ts';
import { median } from './report.ts';
import { ADMINISTRATOR } from './servers.ts';

export interface ApiFigures {
  /** Milliseconds of one list call, one after the other. */
  p50: number;
  p99: number;
}

const CODES = 100;
const CALLS = 300;

/** Logs in, makes some codes and times the list that shows them. */
export async function measureApi(origin: string): Promise<ApiFigures> {
  const api = await signIn(origin, ADMINISTRATOR);
  for (let number = 0; number < CODES; number++) {
    const targets = [{ url: `https://target.example/${number}` }];
    const added = await api.call('qr_code_list/add', { name: `bench ${number}`, targets });
    if (added.status !== 200) throw new Error(`a code could not be made: ${JSON.stringify(added.body)}`);
  }
  const times: number[] = [];
  for (let number = 0; number < CALLS; number++) {
    const started = performance.now();
    const { status } = await api.call('qr_code_list/user_inquire', { page: 1, page_size: 20 });
    if (status !== 200) throw new Error(`the list answered ${status}`);
    times.push(performance.now() - started);
  }
  times.sort((first, second) => first - second);
  return { p50: median(times), p99: times[Math.floor(times.length * 0.99)] as number };
}

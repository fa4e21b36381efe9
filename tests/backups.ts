import { type Api, signIn } from './api.ts';
import { until } from './contract/harness.ts';
import { type Product, startProduct } from './product.ts';

/** A backup as the list of them tells it. */
export interface BackupRow {
  id: string;
  name: string;
  state: string;
  drill: string;
  fault: string;
  attempts: number;
  next_time: string | null;
}

/** A product whose backups are set up and looked at as its screen does it. */
export interface BackupDesk {
  product: Product;
  admin: Api;
  /** All of them, the newest first. */
  rows(): Promise<BackupRow[]>;
  /** Changes settings of backups; those left out stay. */
  configure(change: Record<string, unknown>): ReturnType<Api['call']>;
  /** Waits as long as a backup and its trial may take. */
  soon(holds: () => Promise<boolean>): Promise<void>;
}

/** Milliseconds between two looks: the limit of calls is for people. */
const LOOK_MS = 1_000;
const LIMIT_MS = 200_000;

export async function openBackupDesk(options: Parameters<typeof startProduct>[0] = {}): Promise<BackupDesk> {
  const product = await startProduct(options);
  const admin = await signIn(product.origin, product.administrator);
  let seen: BackupRow[] = [];
  const rows = async () => {
    seen = (await admin.call<{ content: BackupRow[] }>('backup/inquire')).content.content;
    return seen;
  };
  return {
    product,
    admin,
    rows,
    async configure(change) {
      const { content } = await admin.call<{ form: { version: number } }>('backup/settings');
      return admin.call('backup/change_settings', { version: content.form.version, change });
    },
    soon: (holds) =>
      until(
        async () => {
          await Bun.sleep(LOOK_MS);
          return holds();
        },
        () => `${JSON.stringify(seen)}\n${product.output().slice(-2_000)}`,
        LIMIT_MS,
      ),
  };
}

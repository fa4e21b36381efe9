import { BinList } from '../../codes/bin/parts/BinList.tsx';

/** The bin, what was removed last first. */
export function Page() {
  return <BinList order="latest" />;
}

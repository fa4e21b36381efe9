import { BinList } from '../../codes/bin/parts/BinList.tsx';

/** The bin, what is deleted for good soonest first: the last chance to bring it back. */
export function Page() {
  return <BinList order="soonest" />;
}

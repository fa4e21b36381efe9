import { HomelessCodes } from '../nodomain/parts/HomelessCodes.tsx';

/** Everyone's codes whose domain does not work, with their owners. */
export function Page() {
  return <HomelessCodes isForEveryone />;
}

import { HomelessCodes } from './parts/HomelessCodes.tsx';

/** Codes of one's own whose domain does not work. */
export function Page() {
  return <HomelessCodes />;
}

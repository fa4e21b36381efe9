import type { ReportRow } from '../resource.ts';

/** What every drawer of a verb needs. */
export interface VerbDrawerProps {
  report: ReportRow;
  onDone: () => void;
  onClose: () => void;
}

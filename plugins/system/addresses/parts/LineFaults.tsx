import { Drawer, Facts, useWords } from '@waypost/host-sdk';

/** A line that could not be taken, and why. */
export interface LineFault {
  /** From 1, as people see lines. */
  row: number;
  text: string;
  message: string;
}

/** What could not be taken of many lines, line by line; the others are on the list. */
export function LineFaults({ faults, onClose }: { faults: readonly LineFault[]; onClose: () => void }) {
  const words = useWords();
  return (
    <Drawer title={words('system.ip_black.faults', { count: faults.length })} isOpen onClose={onClose}>
      <Facts
        facts={faults.map(({ row, text, message }) => [
          words('system.ip_black.row', { row }),
          `${text}: ${message}`,
        ])}
      />
    </Drawer>
  );
}

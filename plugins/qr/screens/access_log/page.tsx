import { EmptyState, useIsPhone, useWords } from '@waypost/host-sdk';
import { useMemo, useState } from 'react';
import type { VisitRecord } from './calls.ts';
import { type ClassedRecord, classify, type EnquiryFilter, filterRecords } from './classify.ts';
import styles from './parts/access-log.module.css';
import { EnquiryForm } from './parts/EnquiryForm.tsx';
import { FilterButtons } from './parts/FilterButtons.tsx';
import { Legend } from './parts/Legend.tsx';
import { RecordTable } from './parts/RecordTable.tsx';

/** Which of the given addresses visited a customer's codes; open to whoever has the customer's card key. */
export function Page() {
  const words = useWords();
  const isPhone = useIsPhone();
  const [records, setRecords] = useState<ClassedRecord[]>();
  const [filter, setFilter] = useState<EnquiryFilter>('all');
  const filtered = useMemo(() => filterRecords(records ?? []), [records]);
  const show = (found: VisitRecord[]) => {
    setRecords(classify(found));
    setFilter('all');
  };
  // On a phone they stand where they matter: over what was found, below the form.
  const filters = (
    <>
      <FilterButtons
        filtered={records === undefined ? undefined : filtered}
        value={filter}
        onChange={setFilter}
      />
      <Legend />
    </>
  );
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{words('qr.enquiry.title')}</h1>
      <div className={styles.panels}>
        <div className={styles.side}>
          {isPhone ? null : filters}
          <EnquiryForm onFound={show} />
        </div>
        <div className={styles.results}>
          {isPhone && records !== undefined ? filters : null}
          {records === undefined ? (
            <EmptyState title={words('qr.enquiry.ready')} text={words('qr.enquiry.ready.text')} />
          ) : filtered[filter].length === 0 ? (
            <EmptyState title={words('qr.enquiry.empty')} text={words('qr.enquiry.empty.text')} />
          ) : (
            <RecordTable records={filtered[filter]} />
          )}
        </div>
      </div>
    </div>
  );
}

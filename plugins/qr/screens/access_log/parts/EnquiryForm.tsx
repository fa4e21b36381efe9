import { Input } from '@arco-design/web-react';
import { field } from '@waypost/contract';
import {
  CallForm,
  type ControlProps,
  controlAttributes,
  FormField,
  FormSection,
  ResourceField,
  useForm,
  useFormat,
  useWords,
} from '@waypost/host-sdk';
import { useMemo } from 'react';
import { publicEnquiryCall, type VisitRecord } from '../calls.ts';
import { addressLines, enquiryWindow, zAddressLines } from '../enquiry-rules.ts';
import styles from './access-log.module.css';

const { key, domain, start_time, end_time } = publicEnquiryCall.body.shape;
const FIELDS = {
  key: field(key, { autoComplete: 'off' }),
  domain: field(domain, { autoComplete: 'off' }),
  start_time: field(start_time, { control: 'day' }),
  end_time: field(end_time, { control: 'day' }),
  ip_list: field(zAddressLines, { control: 'textarea' }),
};
const CONTROLS = { day: DayControl };

/** Card key, domain, days of the platform's time zone and addresses; checked in the order of docs/product.md, "Visitor look-up". */
export function EnquiryForm({ onFound }: { onFound: (records: VisitRecord[]) => void }) {
  const { first, last, start } = enquiryWindow(useFormat().dayOf(Date.now()));
  const rules = useMemo(() => windowRules({ first, last }), [first, last]);
  return (
    <CallForm
      call={publicEnquiryCall}
      name="qr.enquiry"
      fields={FIELDS}
      controls={CONTROLS}
      rules={rules}
      initial={{ start_time: start, end_time: last }}
      submit="qr.enquiry.ask"
      isQuestion
      toBody={({ ip_list, start_time: from, end_time: to, ...body }) => ({
        ...body,
        ip_list: addressLines(String(ip_list)),
        start_time: `${from} 00:00:00`,
        end_time: `${to} 23:59:59`,
      })}
      onSent={onFound}
    >
      <FormSection>
        <ResourceField name="key" />
        <ResourceField name="domain" />
        <div className={styles.days}>
          <ResourceField name="start_time" />
          <ResourceField name="end_time" />
        </div>
        <AddressesField />
      </FormSection>
    </CallForm>
  );
}

/** No day outside of the window, and none before the first. */
function windowRules({ first, last }: { first: string; last: string }) {
  const rule = (path: string, holds: (start: string, end: string) => boolean) => ({
    path,
    messageKey: 'qr.fault.enquiry_window',
    holds: (values: Record<string, unknown>) => holds(String(values.start_time), String(values.end_time)),
  });
  return [
    rule('start_time', (start, end) => start >= first && start <= end),
    rule('end_time', (_, end) => end <= last),
  ];
}

function DayControl(props: ControlProps<string>) {
  const { first, last } = enquiryWindow(useFormat().dayOf(Date.now()));
  return (
    <input
      {...controlAttributes(props)}
      className={styles.input}
      type="date"
      min={first}
      max={last}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onBlur}
    />
  );
}

/** The help counts what has been typed. */
function AddressesField() {
  const words = useWords();
  const count = addressLines(String(useForm().values.ip_list)).length;
  return (
    <FormField
      path="ip_list"
      label={words('qr.enquiry.ip_list')}
      help={words('qr.enquiry.ip_list.help', { count })}
    >
      {(props: ControlProps<string>) => (
        <Input.TextArea
          {...controlAttributes(props)}
          value={props.value ?? ''}
          {...(props.hasError ? { status: 'error' as const } : {})}
          autoSize={{ minRows: 8, maxRows: 16 }}
          spellCheck={false}
          onChange={props.onChange}
          onBlur={props.onBlur}
        />
      )}
    </FormField>
  );
}

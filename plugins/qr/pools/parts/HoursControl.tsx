import { Checkbox, Input } from '@arco-design/web-react';
import { VISIT_POOL_MAX_HOURS, type VisitPoolHours } from '@waypost/contract';
import { type ControlProps, controlAttributes, FieldArray, FormField, useWords } from '@waypost/host-sdk';
import { clockOf, minuteOf } from '../../codes/clock.ts';
import styles from './pools.module.css';

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const WORKING_DAY = { days: [1, 2, 3, 4, 5], from: 9 * 60, to: 18 * 60 };

/** The hours at which an item is given out: days of the week, from and to. */
export function HoursControl() {
  const words = useWords();
  return (
    <FieldArray<VisitPoolHours>
      path="hours"
      addLabel="qr.pool_item.hours.add"
      itemLabel="qr.pool_item.hours.item"
      maximum={VISIT_POOL_MAX_HOURS}
      isOrdered={false}
      newItem={() => ({ ...WORKING_DAY })}
    >
      {(item) => (
        <div className={styles.hours}>
          <div className={styles.days}>
            <FormField path={`${item.path}.days`} label={words('qr.pool_item.hours.days')} isRequired>
              {(control: ControlProps<never>) => <Days {...(control as ControlProps<number[]>)} />}
            </FormField>
          </div>
          {(['from', 'to'] as const).map((name) => (
            <FormField
              key={name}
              path={`${item.path}.${name}`}
              label={words(`qr.pool_item.hours.${name}`)}
              isRequired
            >
              {(control: ControlProps<never>) => <Clock {...(control as ControlProps<number>)} />}
            </FormField>
          ))}
        </div>
      )}
    </FieldArray>
  );
}

function Days({ id, value = [], label, describedBy, isDisabled, onBlur, onChange }: ControlProps<number[]>) {
  const words = useWords();
  return (
    <fieldset id={id} className={styles.choices} aria-describedby={describedBy}>
      <legend className="wp-visually-hidden">{label}</legend>
      {DAYS.map((day) => (
        <Checkbox
          key={day}
          checked={value.includes(day)}
          disabled={isDisabled}
          onChange={(isOn) => {
            onChange(isOn ? [...value, day].toSorted() : value.filter((one) => one !== day));
            onBlur();
          }}
        >
          {words(`qr.pool.day.${day}`)}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function Clock(control: ControlProps<number>) {
  return (
    <Input
      {...controlAttributes(control)}
      type="time"
      value={clockOf(control.value)}
      {...(control.hasError ? { status: 'error' as const } : {})}
      onChange={(text) => control.onChange(minuteOf(text))}
      onBlur={control.onBlur}
    />
  );
}

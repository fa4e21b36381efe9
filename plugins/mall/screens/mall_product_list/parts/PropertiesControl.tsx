import { ArrayField, FieldArray } from '@waypost/host-sdk';
import { MOST_PROPERTIES } from '../resource.ts';

interface Property extends Record<string, unknown> {
  name: string;
  value: string;
}

/** Names and values of what is known of a product, in their order. */
export function PropertiesControl() {
  return (
    <FieldArray<Property>
      path="properties"
      addLabel="mall.property.add"
      itemLabel="mall.property.item"
      newItem={() => ({ name: '', value: '' })}
      maximum={MOST_PROPERTIES}
    >
      {(item) => (
        <>
          <ArrayField item={item} name="name" label="mall.property.name" />
          <ArrayField item={item} name="value" label="mall.property.value" />
        </>
      )}
    </FieldArray>
  );
}

import type { Contribution } from '@waypost/sdk';

/** How a contribution crosses between processes: its plain values, and the names of its functions. */
export interface DescribedContribution {
  values: Record<string, unknown>;
  methods: string[];
}

export function describeContribution(contribution: Contribution): DescribedContribution {
  const values: Record<string, unknown> = {};
  const methods: string[] = [];
  for (const [name, value] of Object.entries(contribution))
    if (typeof value === 'function') methods.push(name);
    else values[name] = value;
  return { values, methods };
}

/** The contribution on the other side; `call` carries a method's call over. */
export function reviveContribution(
  described: DescribedContribution,
  call: (method: string, given: unknown[]) => Promise<unknown>,
): Contribution {
  return {
    ...described.values,
    ...Object.fromEntries(
      described.methods.map((method) => [method, (...given: unknown[]) => call(method, given)]),
    ),
  };
}

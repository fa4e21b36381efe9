/** `other`: televisions, consoles, programs and what tells nothing. */
export type DeviceKind = 'desktop' | 'phone' | 'tablet' | 'other';

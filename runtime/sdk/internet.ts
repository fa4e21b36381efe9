/** Kinds of DNS records that can be asked for. */
export const DNS_TYPES = ['A', 'AAAA', 'CNAME', 'TXT', 'NS', 'SOA', 'MX', 'CAA'] as const;
export type DnsType = (typeof DNS_TYPES)[number];

/** How a server is asked. */
export const DNS_TRANSPORTS = ['udp', 'tcp'] as const;
export type DnsTransport = (typeof DNS_TRANSPORTS)[number];

/**
 * Why a server that answered did not say: `params.reason` of `dns_server_failed`.
 *
 * - `failed`: it could not find out (SERVFAIL, or another code that is no answer)
 * - `lame`: it knows nothing of the zone that it is said to know, or sends elsewhere instead of asking there
 * - `circle`: aliases that lead in a circle, or without end
 * - `unreadable`: an answer that is none, or to another question
 */
export type DnsFailure = 'failed' | 'lame' | 'circle' | 'unreadable';

/**
 * Codes of the errors (`AppError`, status 422) with which `context.internet` says what stood between us and an address.
 *
 * - `internet_address_invalid`: not one to send requests to: another scheme than http and https, a name with a password
 *   before the host, a port that is none of ours to knock at
 * - `internet_address_refused`: leads to what is not the public internet, itself, by its name or by a redirect
 * - `internet_no_address`: the name is not there, or has no address
 * - `internet_connection_refused`, `internet_unreachable`: nobody listens there; there is no way there
 * - `internet_connection_broken`: closed before the answer was there, or an answer that is no HTTP
 * - `internet_timed_out`: not all of the answer was there in time
 * - `internet_too_large`: an answer, or its header fields, larger than the limit
 * - `internet_tls_failed`: no TLS, or a certificate that a client must not accept; `params.reason` is OpenSSL's name of it
 * - `internet_redirected`: more than five redirects, or one where none was wanted
 * - `internet_busy` (status 429): more at once than a plugin may have
 */
export type InternetErrorCode =
  | 'internet_address_invalid'
  | 'internet_address_refused'
  | 'internet_no_address'
  | 'internet_connection_refused'
  | 'internet_unreachable'
  | 'internet_connection_broken'
  | 'internet_timed_out'
  | 'internet_too_large'
  | 'internet_tls_failed'
  | 'internet_redirected'
  | 'internet_busy';

/**
 * Codes of the errors (`AppError`, status 422) of a look-up. The first three are what the zone says; the others leave it
 * unknown what the zone would have said.
 *
 * - `dns_name_invalid`: no name of a host or service with at least two labels
 * - `dns_name_unknown`: the name does not exist (NXDOMAIN)
 * - `dns_no_data`: the name exists and has no records of this type (NODATA)
 * - `dns_server_failed`: the last server asked could not say (SERVFAIL, an answer that is none, aliases in a circle): a `DnsFailure`
 * - `dns_refused`: the last server asked did not want to say (REFUSED)
 * - `dns_timed_out`: no server answered in time, or there was no way to one
 */
export type DnsErrorCode =
  | 'dns_name_invalid'
  | 'dns_name_unknown'
  | 'dns_no_data'
  | 'dns_server_failed'
  | 'dns_refused'
  | 'dns_timed_out';

/** The value of a record by its type. Names are in lower case without the dot at their end. */
export interface DnsValues {
  A: string;
  AAAA: string;
  CNAME: string;
  /** The strings of one record, put together. */
  TXT: string;
  NS: string;
  SOA: { primary: string; contact: string; serial: number; minimum: number };
  MX: { priority: number; exchange: string };
  CAA: { isCritical: boolean; tag: string; value: string };
}

export interface DnsRecord<T extends DnsType = DnsType> {
  value: DnsValues[T];
  /** Seconds for which it may be kept; what is left of them when it comes from a resolver's memory. */
  ttl: number;
}

export interface DnsAnswer<T extends DnsType = DnsType> {
  /** At least one. */
  records: DnsRecord<T>[];
  /** Names to which aliases (CNAME) led, in order; empty without one. */
  aliases: string[];
  /** Who said so: address and port. */
  server: string;
  /** Whether it was said by a server of the zone itself. */
  isAuthoritative: boolean;
  /** Whether it was cut off by UDP and came by TCP. */
  wasCut?: boolean;
}

export interface DnsOptions {
  /**
   * `zone`: the name servers of the zone itself, at public addresses only; one of `resolvers()`, or another address of the
   * public internet, such as `9.9.9.9`: this one alone, at port 53. Left out: the operator's resolvers, one after the other
   * until one answers.
   */
  resolver?: string;
  /** `tcp`: by that alone. Left out, as with `udp`: by UDP, and by TCP where the answer did not fit. */
  transport?: DnsTransport;
  /** Milliseconds for all of it; 5,000 unless said, at most 15,000. */
  limitMs?: number;
}

/** Lower limits than those of each request. */
export interface InternetLimits {
  /** Bytes of the answer's body; 4 MiB unless said, and at most. */
  limitBytes?: number;
  /** Milliseconds until all of the answer is there; 30,000 unless said, and at most. */
  limitMs?: number;
}

export interface CertificateOptions {
  /** 443 unless said. */
  port?: number;
  /** Milliseconds for all of it; 10,000 unless said, at most 30,000. */
  limitMs?: number;
}

/** Why a client does not accept a chain of certificates. */
export type CertificateFault =
  | 'expired'
  | 'not_yet_valid'
  | 'wrong_name'
  | 'self_signed'
  | 'unknown_issuer'
  | 'other';

export interface Certificate {
  /** As `CN=shop.example.com, O=Example`. */
  subject: string;
  issuer: string;
  /** Names and addresses that it is for, as `shop.example.com`, `*.example.com`, `192.0.2.1`. */
  names: string[];
  /** ISO 8601. */
  notBefore: string;
  notAfter: string;
  /** SHA-256 of the certificate, lower-case hex. */
  fingerprint: string;
}

/** What a client that asks for a name is shown. */
export interface CertificateAnswer {
  /** The address that was connected to. */
  address: string;
  /** Such as `TLSv1.3`. */
  protocol: string;
  /** Whether a client that trusts the usual authorities accepts it for the name. */
  isTrusted: boolean;
  /** Null when it is trusted. */
  fault: CertificateFault | null;
  /** OpenSSL's name of the fault, such as `CERT_HAS_EXPIRED`. */
  faultCode: string | null;
  /** Whether the certificate is for the name, whatever else there is to say of it. */
  isForName: boolean;
  /** The server's own first, then what it, or our own list of authorities, has to say who vouches for it. */
  chain: Certificate[];
}

/**
 * The public internet, at addresses that people enter: each address is looked up, checked and then connected to as it was
 * checked. Nothing that is not public is reached: loopback, private and link-local networks, those of carriers, of clouds'
 * own services, of examples, IPv6 addresses that carry IPv4 ones. At most 50 of each kind at once.
 */
export interface Internet {
  /**
   * Sends a request to a public address, http or https, port 80, 443 or one from 1024 that browsers use; up to five
   * redirects, each checked as the first. Needs `internet:fetch`.
   * Errors: AppError with an `InternetErrorCode`, or a `DnsErrorCode` where nobody could say whether the name has an
   * address; TypeError for a limit that is none.
   */
  fetch(input: string | URL | Request, init?: RequestInit & InternetLimits): Promise<Response>;
  /**
   * The same to an endpoint that an operator has entered, such as a server of their own: addresses in `OUTGOING_INNER_ADDRESSES` are
   * reached as well. Never for what anybody else enters. Needs `internet:endpoints`.
   */
  fetchEndpoint(input: string | URL | Request, init?: RequestInit & InternetLimits): Promise<Response>;
  /**
   * Looks a name up in the DNS; needs `internet:dns`. `_acme.example.com` is a name, too, and `bücher.example` is asked for
   * as it stands in the DNS.
   * Errors: AppError with a `DnsErrorCode`; `internet_address_refused` when all servers of the zone, or the resolver that
   * is named, are inside; TypeError for a resolver that can be none.
   */
  resolve<T extends DnsType>(name: string, type: T, options?: DnsOptions): Promise<DnsAnswer<T>>;
  /** The operator's resolvers, as addresses with ports. Needs `internet:dns`. */
  resolvers(): Promise<string[]>;
  /**
   * Looks at the certificate that a server shows a client which asks for this name; a certificate that is not trusted is
   * an answer, not an error. Needs `internet:tls`.
   * Errors: as `fetch`; `internet_tls_failed` when there is no TLS at all.
   */
  certificate(host: string, options?: CertificateOptions): Promise<CertificateAnswer>;
}

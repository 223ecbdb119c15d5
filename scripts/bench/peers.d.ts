/** The used parts of two packages without types. */

declare module 'autocannon' {
  interface Request {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly amount: number;
    /** Seconds. */
    readonly timeout: number;
    readonly requests: readonly {
      readonly setupRequest: (request: Request, context: Record<string, number>) => Request;
      readonly onResponse: (status: number, body: string, context: Readonly<Record<string, number>>) => void;
    }[];
  }
  interface Result {
    readonly errors: number;
    /** Milliseconds. */
    readonly latency: { readonly p99: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}

declare module 'oidc-provider' {
  import type { RequestListener, Server } from 'node:http';

  interface Adapter {
    upsert(id: string, payload: object): Promise<void>;
    find(id: string): Promise<object | undefined>;
    findByUid(): Promise<undefined>;
    findByUserCode(): Promise<undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(): Promise<void>;
  }
  interface Configuration {
    readonly adapter?: new (name: string) => Adapter;
    readonly [option: string]: unknown;
  }
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Client: { find(id: string): Promise<object> };
    readonly Grant: new (of: { clientId: string; accountId: string }) => Grant;
    readonly AccessToken: new (of: object) => { jkt: string; save(): Promise<string> };
    backchannelResult(request: string, result: Grant): Promise<void>;
    callback(): RequestListener;
    listen(port: number, host: string): Server;
  }
}

/** One operation that a service offers to agents. */
export interface ManifestOperation {
  readonly name: string;
  readonly description: string;
  readonly method: string;
  /** Relative to api.base; `{name}` stands for an input. */
  readonly path: string;
  readonly auth?: 'required' | 'optional' | 'none';
  readonly inputSchema?: InputSchema;
  readonly annotations?: Readonly<Record<string, boolean>>;
}

export interface InputSchema {
  readonly type: 'object';
  readonly properties?: Readonly<Record<string, InputProperty>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

export interface InputProperty {
  readonly type: string;
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly maxLength?: number;
  /** Type of the items of an array. */
  readonly items?: string;
}

/** What /.well-known/platform-agent-id.json says (version v2). */
export interface ServiceManifest {
  readonly version: 2;
  readonly service: { readonly name: string; readonly url: string };
  readonly auth: { readonly header: 'Authorization'; readonly scheme: 'DPoP' };
  readonly api: { readonly base: string; readonly specUrl: string; readonly operations: readonly ManifestOperation[] };
}

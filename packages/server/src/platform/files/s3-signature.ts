import { createHash, createHmac } from 'node:crypto'

/** A bucket of S3, or of a server that speaks as S3 does. `endpoint` without the bucket. */
export type Bucket = { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string }

/** SHA-256 of no bytes. */
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/**
 * The headers that sign a request to a bucket: AWS Signature Version 4, in the one form that is needed here, an address without a query whose
 * path needs no encoding. https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 * @param request.sha256 of the body, with which the other side compares what arrived; none for a request without one
 */
export function signRequest(
  { region, accessKey, secretKey }: Bucket,
  { method, url, sha256 = emptyHash, now = new Date() }: { method: string; url: URL; sha256?: string; now?: Date },
): Record<string, string> {
  const date = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = date.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const signed = { host: url.host, 'x-amz-content-sha256': sha256, 'x-amz-date': date }
  const names = Object.keys(signed).join(';')
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`)
  const canonical = [method, url.pathname, '', lines.join(''), names, sha256].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${secretKey}`))
  return {
    'x-amz-content-sha256': sha256,
    'x-amz-date': date,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${hmac(key, text).toString('hex')}`,
  }
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

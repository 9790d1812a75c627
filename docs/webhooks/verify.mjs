// [example]
import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether one of the secrets signed this body (a Buffer) within five minutes of now (Unix seconds). */
export function verify(secrets, header, body, now) {
  if (typeof header !== "string" || header.length > 512) return false;
  const times = [];
  const signatures = [];
  for (const part of header.split(",")) {
    if (part.startsWith("t=")) times.push(part.slice(2));
    if (part.startsWith("v1=")) signatures.push(part.slice(3));
  }
  if (times.length !== 1 || !/^[1-9][0-9]{0,11}$/.test(times[0])) return false;
  if (!(Math.abs(now - Number(times[0])) <= 300)) return false;
  let found = false;
  for (const secret of secrets) {
    if (!secret) continue;
    const mac = createHmac("sha256", secret).update(`${times[0]}.`).update(body);
    const expected = Buffer.from(mac.digest("hex"));
    for (const signature of signatures) {
      const given = Buffer.from(signature);
      if (given.length === expected.length && timingSafeEqual(given, expected)) found = true;
    }
  }
  return found;
}
// [/example]

// node verify.mjs HEADER BODY_FILE NOW SECRET [OTHER_SECRET]: exit status 0 if it is genuine, else 1
import { readFileSync } from "node:fs";
import { argv, exit } from "node:process";
import { pathToFileURL } from "node:url";

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  const [header, bodyFile, now, ...secrets] = argv.slice(2);
  exit(verify(secrets, header, readFileSync(bodyFile), Number(now)) ? 0 : 1);
}

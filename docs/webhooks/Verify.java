// [example]
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class WebhookSignature {
    /** Whether one of the secrets signed this body within five minutes of now (Unix seconds). */
    static boolean verify(List<String> secrets, String header, byte[] body, long now)
            throws GeneralSecurityException {
        if (header == null || header.length() > 512) {
            return false;
        }
        List<String> times = new ArrayList<>();
        List<String> signatures = new ArrayList<>();
        for (String part : header.split(",")) {
            if (part.startsWith("t=")) {
                times.add(part.substring(2));
            } else if (part.startsWith("v1=")) {
                signatures.add(part.substring(3));
            }
        }
        if (times.size() != 1 || !times.get(0).matches("[1-9][0-9]{0,11}")) {
            return false;
        }
        if (Math.abs(now - Long.parseLong(times.get(0))) > 300) {
            return false;
        }
        boolean found = false;
        for (String secret : secrets) {
            if (secret.isEmpty()) {
                continue;
            }
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((times.get(0) + ".").getBytes(StandardCharsets.UTF_8));
            String expected = String.format("%064x", new BigInteger(1, mac.doFinal(body)));
            for (String signature : signatures) {
                // isEqual takes the same time wherever they differ
                found |= MessageDigest.isEqual(
                        expected.getBytes(StandardCharsets.UTF_8), signature.getBytes(StandardCharsets.UTF_8));
            }
        }
        return found;
    }
}
// [/example]

// javac Verify.java
// java Verify HEADER BODY_FILE NOW SECRET [OTHER_SECRET]: exit status 0 if it is genuine, else 1
class Verify {
    public static void main(String[] given) throws Exception {
        byte[] body = java.nio.file.Files.readAllBytes(java.nio.file.Paths.get(given[1]));
        List<String> secrets = java.util.Arrays.asList(given).subList(3, given.length);
        System.exit(WebhookSignature.verify(secrets, given[0], body, Long.parseLong(given[2])) ? 0 : 1);
    }
}
